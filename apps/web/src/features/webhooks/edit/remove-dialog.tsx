import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { ignoreNotFound } from "../../../platform/forms/ignore-not-found.ts";
import { deleteWebhook, type Webhook } from "../webhooks.api.ts";

interface RemoveDialogProps {
  organizationId: string;
  webhook: Webhook;
  onClose: () => void;
  onRemoved: () => void;
}

/** Confirms deleting a webhook with its delivery log. */
export function RemoveDialog({ organizationId, webhook, onClose, onRemoved }: RemoveDialogProps) {
  const t = useTranslations("webhooks");
  return (
    <ConfirmDialog
      title={t("remove.title", { name: webhook.name })}
      effect={t("remove.text")}
      confirmLabel={t("remove.submit")}
      busyLabel={t("remove.busy")}
      variant="danger"
      failureTitle={t("failed")}
      act={() => deleteWebhook({ organizationId, webhookId: webhook.id }).catch(ignoreNotFound)}
      onDone={() => {
        onRemoved();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
