import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { type Colleague, ColleagueField } from "./colleague-field.tsx";
import { OffboardingDialog } from "./offboarding-dialog.tsx";

export interface StartOffboardingDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** Asks who leaves, then plans the offboarding. */
export function StartOffboardingDialog({ organizationId, onClose }: StartOffboardingDialogProps) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const [chosen, setChosen] = useState<Colleague>(null);
  const [isConfirmed, setIsConfirmed] = useState(false);
  if (chosen !== null && isConfirmed) {
    const person = { id: chosen.userId, name: chosen.name };
    return <OffboardingDialog organizationId={organizationId} person={person} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      size="form"
      title={t("offboarding.plan")}
      description={t("offboarding.noneText")}
      closeLabel={common("close")}
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" disabled={chosen === null} onClick={() => setIsConfirmed(true)}>
            {t("onboarding.next")}
          </Button>
        </>
      }
    >
      <ColleagueField
        organizationId={organizationId}
        label={t("offboarding.who")}
        searchLabel={t("offboarding.search")}
        noneLabel={t("offboarding.choose")}
        everyState
        value={chosen}
        onChange={setChosen}
      />
    </Dialog>
  );
}
