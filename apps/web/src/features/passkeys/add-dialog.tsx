import { useRef } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { PasskeyFault } from "../../platform/passkeys/passkey-fault.ts";
import { startPasskeyRegistration, createAndAddPasskey, type NewPasskeyOptions } from "./passkeys.api.ts";

interface AddDialogProps {
  /** Options for the first attempt. Each retry requests new ones. */
  passkeyOptions: NewPasskeyOptions;
  onClose: () => void;
  onAdded: (name: string) => void;
}

/** Returns "Chrome 140 unter Windows", browser or system alone, or nothing if both are unknown. */
function useSuggestedName({ browser, system }: NewPasskeyOptions): string {
  const t = useTranslations("passkeys");
  if (browser !== null && system !== null) return t("suggestedName", { browser, system });
  return browser ?? system ?? "";
}

/** Names a new passkey and creates it on the device. */
export function AddDialog({ passkeyOptions, onClose, onAdded }: AddDialogProps) {
  const t = useTranslations("passkeys");
  const unusedOptions = useRef<NewPasskeyOptions | null>(passkeyOptions);
  const firstField = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    values: { name: useSuggestedName(passkeyOptions) },
    keepsInput: false,
    check: ({ name }): Record<string, string> => (name.trim() === "" ? { name: t("nameMissing") } : {}),
    async send({ name }) {
      const options = unusedOptions.current ?? (await startPasskeyRegistration());
      unusedOptions.current = null;
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
      initialFocus={firstField}
      dismissible
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("notAdded")} className="pt-3">
        <TextField
          {...form.field("name")}
          focusRef={firstField}
          label={t("name")}
          hint={t("nameHint")}
          spellCheck={undefined}
          maxLength={60}
          // Typing replaces the suggestion.
          onFocus={(event) => event.currentTarget.select()}
          readOnly={form.busy}
        />
      </AppForm>
    </FormDialog>
  );
}
