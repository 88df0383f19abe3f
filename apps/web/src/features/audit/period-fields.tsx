import { useTimeZone, useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { dayIn } from "../../platform/i18n/zoned-time.ts";
import { Button } from "../../ui/button/button.tsx";
import { DateRangeForm } from "../../ui/form/date-range-form.tsx";
import type { AuditSearch } from "./audit-search.ts";

const dayMs = 86_400_000;

/** Returns the chosen period as text, or undefined if there is none. */
export function usePeriodLabel({ from, to }: AuditSearch): string | undefined {
  const t = useTranslations("audit");
  const format = useFormat();
  const { date } = format.calendar;
  if (from !== undefined && to !== undefined) return t("filter.range", { from: date(from), to: date(to) });
  if (from !== undefined) return t("filter.since", { from: date(from) });
  return to === undefined ? undefined : t("filter.until", { to: date(to) });
}

type Period = { readonly from: string | undefined; readonly to: string | undefined };

interface PeriodFieldsProps {
  search: AuditSearch;
  onChange: (period: Period) => void;
}

/** A period, both ends inclusive: presets or native date fields. */
export function PeriodFields({ search: { from, to }, onChange }: PeriodFieldsProps) {
  const t = useTranslations("audit");
  const common = useTranslations("common");
  const timeZone = useTimeZone();
  return (
    <>
      <div className="grid gap-1">
        {(
          [
            ["today", 0],
            ["week", 6],
            ["month", 29],
          ] as const
        ).map(([key, days]) => (
          <Button
            key={key}
            variant="quiet"
            size="small"
            onClick={() => onChange({ from: dayIn(timeZone, Date.now() - days * dayMs), to: undefined })}
          >
            {t(`filter.${key}`)}
          </Button>
        ))}
      </div>
      <DateRangeForm
        key={`${from} ${to}`}
        className="mt-3 grid gap-3 border-t border-line pt-3"
        size="small"
        range={{ from: from ?? "", to: to ?? "" }}
        labels={{ from: t("filter.from"), to: t("filter.to"), apply: common("apply") }}
        check={(range) => {
          const isOpen = range.from === "" || range.to === "";
          if (!isOpen && range.from > range.to) return t("filter.invalid");
          return range.from !== range.to || !isOpen;
        }}
        onApply={(range) => onChange({ from: range.from || undefined, to: range.to || undefined })}
      />
    </>
  );
}
