import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { type IdentityCheck, unlock } from "./person-security.api.ts";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";
import { useChange } from "./use-change.ts";

const checks = ["in_person", "callback", "other"] as const satisfies readonly IdentityCheck[];

/**
 * Unlocks an account. Choosing how the person was identified also confirms the action, which saves a click.
 */
export function UnlockDialog({ person, onClose, notify }: PersonDialogBaseProps) {
  const t = useTranslations("person-security");
  const common = useTranslations("common");
  const { busy, failure, run } = useChange();
  const name = nameOf(person);

  async function confirm(check: IdentityCheck): Promise<void> {
    if (!(await run(check, () => unlock(person.id, check)))) return;
    notify(t("success.unlock", { name }), person.id);
    onClose();
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(open) => !open && onClose()}
      title={t("unlock.title", { name })}
      description={t("unlock.text", { name })}
      actions={<Button onClick={onClose}>{common("cancel")}</Button>}
    >
      <div className="grid gap-2 pt-1">
        {failure !== null && (
          <ErrorBox persistent title={t("failed.unlock")}>
            {failure}
          </ErrorBox>
        )}
        {checks.map((check, index) => (
          <Button
            key={check}
            block
            variant={index === 0 ? "primary" : "secondary"}
            busy={busy === check}
            busyLabel={t("busy")}
            onClick={() => void confirm(check)}
          >
            {t(`unlock.${check}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
