import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Confirms leaving codes that are never shown again. */
export function LeaveConfirmDialog({ onStay, onGo }: { onStay: () => void; onGo: () => void }) {
  const t = useTranslations("two-factor");
  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(open) => !open && onStay()}
      title={t("leave.title")}
      description={t("leave.text")}
      actions={
        <>
          <Button onClick={onGo}>{t("leave.go")}</Button>
          <Button variant="primary" onClick={onStay}>
            {t("leave.stay")}
          </Button>
        </>
      }
    />
  );
}
