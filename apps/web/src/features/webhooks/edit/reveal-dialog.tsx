import { useTranslations } from "use-intl";
import { SecretDialog } from "../../../platform/forms/secret-dialog.tsx";
import { SecretValue } from "../../../ui/label/secret-value.tsx";
import type { RevealedWebhook } from "../webhooks.api.ts";

interface RevealDialogProps {
  webhook: RevealedWebhook;
  onClose: () => void;
}

/** Shows the secret of a webhook once. */
export function RevealDialog({ webhook: { name, secret }, onClose }: RevealDialogProps) {
  const t = useTranslations("webhooks");
  return (
    <SecretDialog
      title={t("secret.title", { name })}
      description={t("secret.text")}
      savedLabel={t("secret.kept")}
      doneLabel={t("secret.done")}
      saveFirst={t("secret.keepFirst")}
      leave={{
        title: t("secret.leaveTitle"),
        text: t("secret.leaveText"),
        go: t("secret.leaveGo"),
        stay: t("secret.leaveStay"),
      }}
      onClose={onClose}
    >
      <SecretValue
        name={t("secret.label")}
        value={secret}
        hint={t("secret.hint")}
        copyLabel={t("secret.copy")}
        copyName={t("secret.copyOf")}
        copied={t("secret.copied")}
        copyFailed={t("secret.copyFailed")}
      />
    </SecretDialog>
  );
}
