import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { PlanPreview } from "./subscription.api.ts";

const microsPerCent = 10_000;
const basisPointsPerUnit = 10_000;
/** Tax rates are shown to the hundredth of a percent. */
const rateDigits = 2;
const dayMs = 86_400_000;

/**
 * Shows the costs of a change of plan: the remaining term, minus a credit for the days that are already paid, net and
 * with VAT.
 */
export function PlanCosts({ preview }: { preview: PlanPreview }) {
  const { lines, totalCents, taxes, grossCents, taxMissing, currency } = preview;
  const t = useTranslations("plan-choice");
  const words = useTranslations("limits");
  const format = useFormat();
  if (lines.length === 0) return null;
  const money = (cents: number) => format.money(cents * microsPerCent, currency);
  return (
    <section aria-label={t("costs.title")} className="mt-4 rounded-r-3 bg-surface-2 p-4 text-body">
      <h3 className="font-strong text-text">{t("costs.title")}</h3>
      <dl className="mt-2 grid gap-1.5">
        {lines.map(({ kind, plan, from, to, cents }) => (
          <div key={`${kind} ${plan} ${from}`} className="flex items-baseline justify-between gap-x-4">
            <dt className="min-w-0 text-text-2">
              {t(`costs.${kind}`, { plan: words(`plan.${plan}`) })}{" "}
              <span className="whitespace-nowrap tabular-nums">
                {format.calendar.date(from)}
                {to !== from && ` – ${format.calendar.date(to)}`}
              </span>
              <span className="block text-small text-text-3 tabular-nums">
                {t("costs.days", { count: (Date.parse(to) - Date.parse(from)) / dayMs + 1 })}
              </span>
            </dt>
            <dd className="whitespace-nowrap text-text tabular-nums">{money(cents)}</dd>
          </div>
        ))}
        <Sum name={t("costs.total")} className="border-t border-line pt-2 text-text-2">
          {money(totalCents)}
        </Sum>
        {taxes.map(({ rateBasisPoints, basisCents, taxCents, exemption }) => (
          <Sum
            key={`${rateBasisPoints} ${exemption}`}
            name={
              <>
                {t("costs.tax", {
                  rate: format.percent(rateBasisPoints / basisPointsPerUnit, rateDigits),
                  basis: money(basisCents),
                })}
                {exemption !== null && (
                  <span className="block text-small text-text-3">{t(`costs.exemption.${exemption}`)}</span>
                )}
              </>
            }
            className="text-text-2"
          >
            {money(taxCents)}
          </Sum>
        ))}
        {grossCents !== null && (
          <Sum name={t("costs.gross")} className="border-t border-line pt-2 font-strong text-text">
            {money(grossCents)}
          </Sum>
        )}
      </dl>
      {taxMissing.length > 0 && (
        <p className="mt-1 text-small text-text-2">
          {t(taxMissing.includes("buyer.vatId") ? "costs.taxUnknown.buyer" : "costs.taxUnknown.operator")}
        </p>
      )}
    </section>
  );
}

function Sum({ name, className, children }: { name: ReactNode; className: string; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-x-4 ${className}`}>
      <dt className="min-w-0">{name}</dt>
      <dd className="whitespace-nowrap text-text tabular-nums">{children}</dd>
    </div>
  );
}
