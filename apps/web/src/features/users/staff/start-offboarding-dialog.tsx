import { useTranslations } from "use-intl";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { type Colleague, ColleagueField } from "./colleague-field.tsx";
import { OffboardingDialog } from "./offboarding-dialog.tsx";

export interface StartOffboardingDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** Selects the member who leaves, and then plans the offboarding. */
export function StartOffboardingDialog({ organizationId, onClose }: StartOffboardingDialogProps) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const [colleague, setColleague] = useKeptState<Colleague>("offboarding-colleague", null);
  const [isConfirmed, setIsConfirmed] = useKeptState("offboarding-confirmed", false);
  if (colleague !== null && isConfirmed) {
    const person = { id: colleague.userId, name: colleague.name };
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
          <Button variant="primary" disabled={colleague === null} onClick={() => setIsConfirmed(true)}>
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
        value={colleague}
        onChange={setColleague}
      />
    </Dialog>
  );
}
