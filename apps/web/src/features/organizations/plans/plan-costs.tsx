import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { PlanPreview } from "./subscription.api.ts";

const microsPerCent = 10_000;
const dayMs = 86_400_000;

/** Shows the costs of a change of plan: the remaining term, minus a credit for the days that are already paid. */
export function PlanCosts({ preview: { lines, totalCents, currency } }: { preview: PlanPreview }) {
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
          <div
            key={`${kind} ${plan} ${from}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4"
          >
            <dt className="min-w-0 text-text-2">
              {t(`costs.${kind}`, { plan: words(`plan.${plan}`) })}{" "}
              <span className="whitespace-nowrap tabular-nums">
                {format.calendar.date(from)} – {format.calendar.date(to)}
              </span>
              <span className="block text-small text-text-3 tabular-nums">
                {t("costs.days", { count: (Date.parse(to) - Date.parse(from)) / dayMs + 1 })}
              </span>
            </dt>
            <dd className="ml-auto text-text tabular-nums">{money(cents)}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-x-4 border-t border-line pt-2">
          <dt className="font-strong text-text">{t("costs.total")}</dt>
          <dd className="font-strong text-text tabular-nums">{money(totalCents)}</dd>
        </div>
      </dl>
      <p className="mt-1 text-small text-text-3">{t("costs.tax")}</p>
    </section>
  );
}
