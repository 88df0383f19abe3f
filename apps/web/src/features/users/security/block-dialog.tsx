import { useId, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { block } from "./person-security.api.ts";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";
import { useChange } from "./use-change.ts";

/** Maximum length of the reason on the server, in characters. */
const maxReason = 200;

/** Blocks a member, with an optional reason. */
export function BlockDialog({ person, onClose, notify }: PersonDialogBaseProps) {
  const t = useTranslations("person-security");
  const common = useTranslations("common");
  const practice = useSession((session) => session.organization?.name ?? "");
  const { busy, failure, run } = useChange();
  const [reason, setReason] = useState("");
  const form = useId();
  const name = nameOf(person);

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!(await run("block", () => block(person.id, reason)))) return;
    notify(t("success.block", { name }), person.id);
    onClose();
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(open) => !open && onClose()}
      title={t("block.title", { name })}
      description={t("block.text", { name, practice })}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="danger" type="submit" form={form} busy={busy !== null} busyLabel={t("busy")}>
            {t("action.block")}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void confirm(event)} className="grid gap-4 pt-1">
        {failure !== null && (
          <ErrorBox persistent title={t("failed.block")}>
            {failure}
          </ErrorBox>
        )}
        <Field label={t("block.reason")} hint={t("block.reasonHint")} optionalMark={common("optional")}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={maxReason}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
