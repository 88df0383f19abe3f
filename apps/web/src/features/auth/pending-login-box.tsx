import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";

/** Shows that the sign-in is waiting for the portal, with a button to cancel it. */
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
