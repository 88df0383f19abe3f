import { useRef } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { PasskeyFault } from "../../platform/passkeys/passkey-fault.ts";
import { startPasskeyRegistration, createAndAddPasskey, type PasskeyOptions } from "./passkeys.api.ts";

interface AddDialogProps {
  /** Options for the first attempt; each retry requests new ones. */
  passkeyOptions: PasskeyOptions;
  onClose: () => void;
  onAdded: (name: string) => void;
}

/** Names a new passkey and creates it on the device. */
export function AddDialog({ passkeyOptions, onClose, onAdded }: AddDialogProps) {
  const t = useTranslations("passkeys");
  const unused = useRef<PasskeyOptions | null>(passkeyOptions);
  const first = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    values: { name: "" },
    keepsInput: false,
    check: ({ name }): Record<string, string> => (name.trim() === "" ? { name: t("nameMissing") } : {}),
    async send({ name }) {
      const options = unused.current ?? (await startPasskeyRegistration());
      unused.current = null;
      await createAndAddPasskey(options, name.trim());
    },
    onSuccess: (_added, { name }) => onAdded(name.trim()),
    mapUnknown: (error) =>
      error instanceof PasskeyFault ? t(error.kind === "known" ? "known" : "unconfirmed") : t("failed"),
  });
  return (
    <FormDialog
      size="question"
      title={t("addTitle")}
      description={t("addText")}
      submitLabel={t("make")}
      busyLabel={t("waiting")}
      initialFocus={first}
      dismissible
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("notAdded")} className="pt-3">
        <TextField
          {...form.field("name")}
          first={first}
          label={t("name")}
          hint={t("nameHint")}
          spellCheck={undefined}
          maxLength={60}
          readOnly={form.busy}
        />
      </AppForm>
    </FormDialog>
  );
}
