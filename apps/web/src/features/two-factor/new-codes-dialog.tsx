import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { BackupCodes } from "./backup-codes.tsx";

/** Shows ten new codes once. Not dismissible, so that it is not closed by accident. */
export function NewCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations("two-factor");
  const [isSaved, setIsSaved] = useState(false);
  return (
    <Dialog
      open
      size="form"
      dismissible={false}
      onOpenChange={(open) => !open && onClose()}
      title={t("card.renewed")}
      description={t("codes.renewedText")}
      actions={
        <Button
          variant="primary"
          disabled={!isSaved}
          {...(isSaved ? {} : { disabledReason: t("codes.keepFirst") })}
          onClick={onClose}
        >
          {t("codes.finish")}
        </Button>
      }
    >
      <div className="grid gap-4 pt-3">
        <BackupCodes codes={codes} />
        <Checkbox label={t("codes.kept")} checked={isSaved} onChange={setIsSaved} />
      </div>
    </Dialog>
  );
}
