import { webhookSecretOverlapHours } from "@praxisportal/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { SelectField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { type RevealedWebhook, rotateSecret, type Webhook } from "../webhooks.api.ts";
import { RevealDialog } from "./reveal-dialog.tsx";

interface RotateDialogProps {
  organizationId: string;
  webhook: Webhook;
  onClose: () => void;
}

/** The offered overlaps in hours. */
const overlaps = [0, 1, 24, 72, 168] as const;
const keys = { 0: "none", 1: "hour", 24: "day", 72: "threeDays", 168: "week" } as const;

/** Replaces the secret of a webhook and shows the new secret once. */
export function RotateDialog({ organizationId, webhook, onClose }: RotateDialogProps) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const [revealed, setRevealed] = useState<RevealedWebhook>();
  const form = useAppForm<{ overlapHours: number }, RevealedWebhook>({
    values: { overlapHours: webhookSecretOverlapHours },
    send: ({ overlapHours }) => rotateSecret({ organizationId, webhookId: webhook.id }, overlapHours),
    onSuccess(result) {
      void client.invalidateQueries({ queryKey: organizationKeys.webhooks(organizationId) });
      setRevealed(result);
    },
    keepsInput: false,
  });
  if (revealed !== undefined) return <RevealDialog webhook={revealed} onClose={onClose} />;
  return (
    <ConfirmDialog
      size="form"
      title={t("rotate.title", { name: webhook.name })}
      effect={t("rotate.text")}
      confirmLabel={t("rotate.submit")}
      busyLabel={t("rotate.busy")}
      failureTitle={t("failed")}
      form={form}
      onClose={onClose}
    >
      <SelectField
        {...form.field("overlapHours")}
        label={t("rotate.overlap")}
        hint={t("rotate.overlapHint")}
        options={overlaps.map((value) => ({
          value: value as number,
          label: t(`rotate.overlaps.${keys[value]}`),
        }))}
      />
    </ConfirmDialog>
  );
}
