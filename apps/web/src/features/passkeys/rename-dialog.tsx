import { useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { messageOf } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { type Passkey, rename } from "./passkeys.api.ts";

const formId = "rename-passkey";

interface RenameDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: () => void;
}

export function RenameDialog({ passkey, onClose, onRenamed }: RenameDialogProps) {
  const t = useTranslations("passkeys");
  const common = useTranslations("common");
  const [name, setName] = useState(passkey.name);
  const [busy, setBusy] = useState(false);
  const [nameError, setNameError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function save(chosen: string): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await rename(passkey.id, chosen);
      onRenamed();
      onClose();
    } catch (error) {
      setFailure(messageOf(error, t("failed")));
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    const chosen = name.trim();
    setNameError(chosen === "" ? t("nameMissing") : null);
    if (chosen === "") field.current?.focus();
    else void save(chosen);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("renameTitle")}
      size="question"
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={common("saving")}>
            {common("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4 pt-3" onSubmit={submit}>
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <Field label={t("name")} hint={t("nameHint")} error={nameError}>
          {(control) => (
            <TextInput
              {...control}
              ref={field}
              autoComplete="off"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
