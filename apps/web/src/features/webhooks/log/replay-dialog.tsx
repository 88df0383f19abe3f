import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { SelectField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { Switch } from "../../../ui/form/switch.tsx";
import { replayDeliveries, type Webhook } from "../webhooks.api.ts";

interface ReplayDialogProps {
  organizationId: string;
  webhook: Webhook;
  onClose: () => void;
}

const hourMs = 3_600_000;
const hours = { hour: 1, day: 24, week: 168, month: 720 } as const;
const periods = ["hour", "day", "week", "month"] as const;

/** Sends the deliveries of a period again: all of them, or only those that never succeeded. */
export function ReplayDialog({ organizationId, webhook, onClose }: ReplayDialogProps) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const { notifySuccess } = useNotify();
  const form = useAppForm<{ period: (typeof periods)[number]; onlyMissing: boolean }, number>({
    values: { period: "day", onlyMissing: true },
    send: ({ period, onlyMissing }) => {
      const now = Date.now();
      const from = new Date(now - hours[period] * hourMs).toISOString();
      const range = { from, to: new Date(now).toISOString(), onlyMissing };
      return replayDeliveries({ organizationId, webhookId: webhook.id }, range);
    },
    onSuccess(count) {
      void client.invalidateQueries({ queryKey: organizationKeys.webhooks(organizationId) });
      notifySuccess(t("replay.done", { count }));
      onClose();
    },
    mapError: (error) => (isApiError(error, "CONFLICT") ? t("replay.disabled") : undefined),
    keepsInput: false,
  });
  return (
    <FormDialog
      title={t("replay.title", { name: webhook.name })}
      description={t("replay.text")}
      submitLabel={t("replay.submit")}
      busyLabel={t("replay.busy")}
      dismissible
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-3">
        <SelectField
          {...form.field("period")}
          label={t("replay.period")}
          options={periods.map((value) => ({ value, label: t(`replay.periods.${value}`) }))}
        />
        <Switch
          label={t("replay.onlyMissing")}
          hint={t("replay.onlyMissingHint")}
          checked={form.values.onlyMissing}
          onChange={form.field("onlyMissing").onChange}
        />
      </AppForm>
    </FormDialog>
  );
}
