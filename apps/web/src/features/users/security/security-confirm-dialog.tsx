import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { act, type SecurityAction } from "./person-security.api.ts";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";
import { useChange } from "./use-change.ts";

/** Destructive actions. */
const destructiveActions: readonly SecurityAction[] = ["resetConnections", "resetTwoFactor"];

/** A confirmation without further input. */
export function SecurityConfirmDialog({
  action,
  person,
  onClose,
  notify,
}: PersonDialogBaseProps & { action: SecurityAction }) {
  const t = useTranslations("person-security");
  const common = useTranslations("common");
  const practice = useSession((session) => session.organization?.name ?? "");
  const { busy, failure, run } = useChange();
  const name = nameOf(person);

  async function confirm(): Promise<void> {
    if (!(await run(action, () => act(action, person.id)))) return;
    notify(t(`success.${action}`, { name }), person.id);
    onClose();
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(open) => !open && onClose()}
      title={t(`ask.${action}.title`, { name })}
      description={t(`ask.${action}.text`, { name, practice })}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            variant={destructiveActions.includes(action) ? "danger" : "primary"}
            busy={busy !== null}
            busyLabel={t("busy")}
            onClick={() => void confirm()}
          >
            {t(`submit.${action}`)}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <ErrorBox persistent title={t(`failed.${action}`)}>
          {failure}
        </ErrorBox>
      )}
    </Dialog>
  );
}
