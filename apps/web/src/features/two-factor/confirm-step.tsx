import { twoFactorCodeDigits } from "@praxisportal/contract/limits";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Button } from "../../ui/button/button.tsx";
import { CodeInput } from "../../ui/form/code-input.tsx";
import { Field } from "../../ui/form/field.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { SetupStep } from "./setup-step.tsx";
import { enable } from "./two-factor.api.ts";

export interface ConfirmStepProps {
  onBack: () => void;
  onEnabled: (backupCodes: readonly string[]) => void;
  /** Called when the pending secret has expired: the account must be added again. */
  onExpired: () => void;
}

/** Shows the third step, in which the first code enables the second factor. */
export function ConfirmStep({ onBack, onEnabled, onExpired }: ConfirmStepProps) {
  const t = useTranslations("two-factor");
  const [code, setCode] = useState("");
  const [isIncomplete, setIncomplete] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { run, busy, failure, fieldErrors, reset } = useAppMutation({
    mutate: enable,
    onSuccess: onEnabled,
    errorFields: (error): FieldErrors => (error.code === "CODE_INVALID" ? { code: error.message } : {}),
    onFailure(error) {
      if (error.code === "CODE_INVALID") selectCode();
      else if (error.code === "SETUP_EXPIRED") onExpired();
    },
  });

  useEffect(() => {
    field.current?.focus();
  }, []);

  /** Selects a wrong code, so that the next digit replaces it. */
  function selectCode(): void {
    field.current?.focus();
    field.current?.select();
  }

  function change(digits: string): void {
    setCode(digits);
    setIncomplete(false);
    reset();
  }

  function send(digits: string): void {
    setIncomplete(false);
    void run(digits);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (code.length === twoFactorCodeDigits) return send(code);
    setIncomplete(true);
    selectCode();
  }

  return (
    <SetupStep title={t("confirm.title")} text={t("confirm.text")} takesFocus={false}>
      <form noValidate onSubmit={submit} aria-label={t("confirm.title")} className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <Field
          label={t("confirm.code")}
          hint={t("confirm.hint")}
          error={isIncomplete ? t("confirm.incomplete") : fieldErrors["code"]}
          className="max-w-96"
        >
          {(control) => (
            <CodeInput
              {...control}
              ref={field}
              digits={twoFactorCodeDigits}
              readOnly={busy}
              value={code}
              onChange={change}
              onComplete={send}
            />
          )}
        </Field>
        <div className="button-row flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy} busyLabel={t("confirm.checking")}>
            {t("confirm.submit")}
          </Button>
          <Button onClick={onBack}>{t("back")}</Button>
        </div>
      </form>
    </SetupStep>
  );
}
