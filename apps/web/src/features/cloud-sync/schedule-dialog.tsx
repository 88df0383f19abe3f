import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { changeCloudSync } from "./cloud-sync.api.ts";
import type { CloudSyncDialogProps } from "./dialog-props.ts";
import { ScheduleChoice } from "./schedule-choice.tsx";

/** Changes how often the data is backed up. */
export function ScheduleDialog({ organizationId, sync, onChanged, onClose }: CloudSyncDialogProps) {
  const t = useTranslations("cloud-sync");
  const { notifySuccess } = useNotify();
  const form = useAppForm({
    values: { schedule: sync.schedule },
    send: (values) => changeCloudSync(organizationId, sync.version, values),
    onSuccess(changed) {
      onChanged(changed);
      notifySuccess(t("saved"));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("schedule.title")}
      description={t("noticed")}
      submitDisabled={!form.isChanged}
      submitDisabledReason={t("unchanged")}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-2">
        <ScheduleChoice value={form.values.schedule} onChange={form.field("schedule").onChange} />
      </AppForm>
    </FormDialog>
  );
}
