import { twoFactorCodeDigits } from "@praxisportal/contract/limits";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { CodeInput } from "../../ui/code-input.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { SetupStep } from "./setup-step.tsx";
import { enable } from "./two-factor.api.ts";

export interface ConfirmStepProps {
  onBack: () => void;
  onEnabled: (backupCodes: readonly string[]) => void;
  /** The pending secret has expired: the account must be added again. */
  onExpired: () => void;
}

/** Third step: the first code enables the second factor. */
export function ConfirmStep({ onBack, onEnabled, onExpired }: ConfirmStepProps) {
  const t = useTranslations("two-factor");
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [codeError, setCodeError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.focus();
  }, []);

  function showError(message: string): void {
    setCodeError(message);
    field.current?.focus();
    field.current?.select();
  }

  async function validateForm(digits: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    setCodeError(null);
    setFailure(null);
    try {
      onEnabled(await enable(digits));
    } catch (error) {
      const message = isApiError(error) ? error.message : "";
      if (isApiError(error, "CODE_INVALID")) showError(message);
      else if (isApiError(error, "SETUP_EXPIRED")) onExpired();
      else setFailure(message || t("failed"));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (code.length < twoFactorCodeDigits) showError(t("confirm.incomplete"));
    else void validateForm(code);
  }

  return (
    <SetupStep title={t("confirm.title")} text={t("confirm.text")} takesFocus={false}>
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <form noValidate onSubmit={submit} aria-label={t("confirm.title")} className="grid gap-4">
        <Field label={t("confirm.code")} hint={t("confirm.hint")} error={codeError} className="max-w-96">
          {(control) => (
            <CodeInput
              {...control}
              ref={field}
              digits={twoFactorCodeDigits}
              readOnly={busy}
              value={code}
              onChange={setCode}
              onComplete={(digits) => void validateForm(digits)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy} busyLabel={t("confirm.checking")}>
            {t("confirm.submit")}
          </Button>
          <Button onClick={onBack}>{t("back")}</Button>
        </div>
      </form>
    </SetupStep>
  );
}
