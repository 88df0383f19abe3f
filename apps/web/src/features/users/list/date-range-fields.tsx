import { useTranslations } from "use-intl";
import { DateRangeForm } from "../../../ui/form/date-range-form.tsx";
import { rangeEnds, rangeOf } from "./date-range.ts";

export interface DateRangeFieldsProps {
  value: string | undefined;
  onChange: (range: string) => void;
}

/** Selects the first and last day of a filter by date. */
export function DateRangeFields({ value, onChange }: DateRangeFieldsProps) {
  const t = useTranslations("users");
  const common = useTranslations("common");
  return (
    <DateRangeForm
      className="grid gap-3"
      size="small"
      range={rangeEnds(value)}
      labels={{ from: t("filter.from"), to: t("filter.to"), apply: common("apply") }}
      check={(range) => {
        const text = rangeOf(range);
        return text === null ? t("filter.rangeInvalid") : text !== undefined;
      }}
      onApply={(range) => {
        const text = rangeOf(range);
        if (typeof text === "string") onChange(text);
      }}
    />
  );
}
