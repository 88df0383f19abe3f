import { useRef } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { CodeInput } from "../../ui/form/code-input.tsx";
import { Field } from "../../ui/form/field.tsx";
import { setPin } from "./workstation.api.ts";

interface PinDialogProps {
  onClose: () => void;
  onSaved: () => void;
}

/** Sets the PIN for this workstation. The user types it twice, because it is never shown. */
export function PinDialog({ onClose, onSaved }: PinDialogProps) {
  const t = useTranslations("pin");
  const firstField = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    values: { pin: "", repeated: "" },
    keepsInput: false,
    check: ({ pin, repeated }): Record<string, string> =>
      pin === repeated ? {} : { repeated: t("mismatch") },
    send: ({ pin }) => setPin(pin),
    onSuccess: onSaved,
    mapUnknown: () => t("failed"),
  });
  const { error: pinError, ...pin } = form.field("pin");
  const { error: repeatedError, ...repeated } = form.field("repeated");
  return (
    <FormDialog
      size="question"
      title={t("title")}
      description={t("setText")}
      submitLabel={t("set")}
      busyLabel={t("saving")}
      initialFocus={firstField}
      dismissible
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-3">
        <Field label={t("new")} error={pinError}>
          {(control) => (
            <CodeInput
              {...control}
              {...pin}
              ref={firstField}
              secret
              readOnly={form.busy}
              onComplete={() => second.current?.focus()}
            />
          )}
        </Field>
        <Field label={t("repeat")} error={repeatedError}>
          {(control) => <CodeInput {...control} {...repeated} ref={second} secret readOnly={form.busy} />}
        </Field>
      </AppForm>
    </FormDialog>
  );
}
