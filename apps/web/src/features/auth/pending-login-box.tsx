import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";

/** Says that the login attempt waits for the portal, with the way to cancel it. */
export function PendingLoginBox({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  return (
    <ErrorBox
      variant="warning"
      persistent
      title={t("pendingLogin.title")}
      action={<Button onClick={onCancel}>{common("cancel")}</Button>}
    >
      {t("pendingLogin.text")}
    </ErrorBox>
  );
}
