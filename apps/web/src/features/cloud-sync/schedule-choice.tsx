import { useTranslations } from "use-intl";
import { RadioGroup } from "../../ui/form/radio-group.tsx";
import type { CloudSyncSchedule } from "./cloud-sync.api.ts";

// Listed here to keep the contract's schemas out of the bundle.
const schedules = ["daily", "weekly", "off"] as const satisfies readonly CloudSyncSchedule[];

interface ScheduleChoiceProps {
  value: CloudSyncSchedule;
  onChange: (value: CloudSyncSchedule) => void;
}

/** Selects how often the data is backed up. */
export function ScheduleChoice({ value, onChange }: ScheduleChoiceProps) {
  const t = useTranslations("cloud-sync");
  return (
    <RadioGroup
      label={t("schedule.label")}
      options={schedules.map((schedule) => ({
        value: schedule,
        label: t(`schedule.${schedule}.name`),
        hint: t(`schedule.${schedule}.text`),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
