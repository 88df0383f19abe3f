import { useRef } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { type Passkey, rename } from "./passkeys.api.ts";

interface RenameDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: () => void;
}

export function RenameDialog({ passkey, onClose, onRenamed }: RenameDialogProps) {
  const t = useTranslations("passkeys");
  const firstField = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    values: { name: passkey.name },
    check: ({ name }): Record<string, string> => (name.trim() === "" ? { name: t("nameMissing") } : {}),
    send: ({ name }) => rename(passkey.id, name.trim()),
    onSuccess() {
      onRenamed();
      onClose();
    },
  });
  return (
    <FormDialog
      size="question"
      title={t("renameTitle")}
      initialFocus={firstField}
      dismissible
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-3">
        <TextField
          {...form.field("name")}
          focusRef={firstField}
          label={t("name")}
          hint={t("nameHint")}
          spellCheck={undefined}
          maxLength={60}
        />
      </AppForm>
    </FormDialog>
  );
}
