import { useTranslations } from "use-intl";
import { RadioGroup } from "../../ui/form/radio-group.tsx";
import type { CloudSyncSchedule } from "./cloud-sync.api.ts";

// The contract's values without its schemas.
const schedules = ["daily", "weekly", "off"] as const satisfies readonly CloudSyncSchedule[];

interface ScheduleChoiceProps {
  value: CloudSyncSchedule;
  onChange: (value: CloudSyncSchedule) => void;
}

/** How often the data is backed up. */
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
