import { useTranslations } from "use-intl";
import { SegmentedControl } from "../../ui/form/segmented-control.tsx";
import { type UsagePeriod, usagePeriods } from "./usage-search.ts";

/** Switches between the current and the previous month. */
export function PeriodSwitch(props: { period: UsagePeriod; onChange: (period: UsagePeriod) => void }) {
  const t = useTranslations("usage");
  return (
    <SegmentedControl
      label={t("period.label")}
      segments={usagePeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
      value={props.period}
      onChange={props.onChange}
    />
  );
}
