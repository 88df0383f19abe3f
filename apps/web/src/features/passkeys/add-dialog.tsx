import { useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { messageOf } from "../../platform/api-client/api-error.ts";
import { PasskeyFault } from "../../platform/passkeys/passkey-fault.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { startPasskeyRegistration, createAndAddPasskey, type PasskeyOptions } from "./passkeys.api.ts";

const formId = "add-passkey";

interface AddDialogProps {
  /** Options for the first attempt; each retry requests new ones. */
  passkeyOptions: PasskeyOptions;
  onClose: () => void;
  onAdded: (name: string) => void;
}

/** Names a new passkey and creates it on the device. */
export function AddDialog({ passkeyOptions, onClose, onAdded }: AddDialogProps) {
  const t = useTranslations("passkeys");
  const common = useTranslations("common");
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [nameError, setNameError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const unused = useRef<PasskeyOptions | null>(passkeyOptions);
  const field = useRef<HTMLInputElement>(null);

  function describe(error: unknown): string {
    if (error instanceof PasskeyFault) return t(error.kind === "known" ? "known" : "unconfirmed");
    return messageOf(error, t("failed"));
  }

  async function add(chosen: string): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const options = unused.current ?? (await startPasskeyRegistration());
      unused.current = null;
      await createAndAddPasskey(options, chosen);
      onAdded(chosen);
    } catch (error) {
      setFailure(describe(error));
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    const chosen = name.trim();
    setNameError(chosen === "" ? t("nameMissing") : null);
    if (chosen === "") field.current?.focus();
    else void add(chosen);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("addTitle")}
      description={t("addText")}
      size="question"
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={t("waiting")}>
            {t("make")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4 pt-3" onSubmit={submit}>
        {failure !== null && (
          <ErrorBox persistent title={t("notAdded")}>
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
              readOnly={busy}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
