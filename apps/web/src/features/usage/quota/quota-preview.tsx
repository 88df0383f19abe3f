import type { ChangedQuota } from "@praxisportal/contract/billing/billing.schema";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslations } from "use-intl";
import { isMoney, type Limits, type QuotaField, type QuotaTarget } from "./quota-draft.ts";
import { QuotaBadge } from "./quota-state.tsx";
import { useAmounts } from "../use-amounts.ts";

export interface QuotaPreviewProps {
  preview: ChangedQuota;
  before: Limits;
  change: Limits;
  target: QuotaTarget;
}

/** Shows the effect of a change before it is saved: the limits, and the people who are affected at once. */
export function QuotaPreview({ preview, before, change, target }: QuotaPreviewProps) {
  const t = useTranslations("quota");
  const amounts = useAmounts(preview.currency);
  const labels = (field: QuotaField, value: number | null | undefined) => {
    if (value === null || value === undefined)
      return t(target === "organization" ? "preview.unlimited" : "preview.default");
    return isMoney(field) ? amounts.money(value) : amounts.amount(value, "units");
  };
  return (
    <div className="rounded-r-3 border border-line bg-surface-2 p-4">
      <h3 className="text-body font-strong text-text">{t("preview.title")}</h3>
      <ul className="mt-2 grid gap-1 text-dense">
        {(Object.keys(change) as QuotaField[]).map((field) => (
          <li key={field} className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-text-2">{t(`preview.field.${field}`)}</span>
            <span className="text-text-2 tabular-nums">{labels(field, before[field])}</span>
            <ArrowRight size={14} strokeWidth={2} aria-label={t("preview.becomes")} className="self-center" />
            <span className="font-strong text-text tabular-nums">{labels(field, change[field])}</span>
          </li>
        ))}
      </ul>
      <h4 className="mt-4 text-dense font-strong text-text">{t("preview.affected")}</h4>
      {preview.affected.length === 0 ? (
        <p className="mt-1 text-dense text-text-2">{t("preview.nobody")}</p>
      ) : (
        <ul className="mt-1 grid max-h-60 gap-1.5 overflow-y-auto text-dense">
          {preview.affected.map(({ userId, name, before: previousState, after }) => (
            <li key={userId ?? "organization"} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="min-w-0 font-label text-text">
                {userId === null ? t("preview.organization") : (name ?? t("unnamed"))}
              </span>
              <QuotaBadge state={previousState} />
              <ArrowRight size={14} strokeWidth={2} aria-label={t("preview.becomes")} />
              <QuotaBadge state={after} />
              <span className="w-full text-small text-text-2">{t(`preview.means.${after}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
