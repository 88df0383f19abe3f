import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/form/field.tsx";
import { linkClass } from "../../ui/button/link-style.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { useFocusFirstError } from "../../ui/form/use-focus-first-error.ts";
import { disable } from "./two-factor.api.ts";

const formId = "disable-two-factor";
type CodeKind = "none" | "totpCode" | "backupCode";
type Errors = { readonly password?: string; readonly code?: string };

/**
 * Disables the second factor with the password. Asks for a code only when the server requires one, because
 * the factor was not verified recently.
 */
export function DisableDialog({ onClose, onDisabled }: { onClose: () => void; onDisabled: () => void }) {
  const t = useTranslations("two-factor");
  const common = useTranslations("common");
  const [password, setPassword] = useState("");
  const [kind, setKind] = useState<CodeKind>("none");
  const [code, setCode] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useFocusFirstError(form, errors);

  useEffect(() => {
    codeField.current?.focus();
  }, [kind]);

  function missing(): Errors {
    return {
      ...(password === "" ? { password: t("disable.missing") } : {}),
      ...(kind !== "none" && code.trim() === "" ? { code: t("disable.missing") } : {}),
    };
  }

  function showError(error: unknown): void {
    const message = isApiError(error) ? error.message : "";
    if (isApiError(error, "PASSWORD_INCORRECT")) setErrors({ password: message });
    else if (isApiError(error, "CODE_INVALID")) setErrors({ code: message });
    else if (isApiError(error, "VALIDATION_FAILED")) setErrors({ code: message });
    else if (isApiError(error, "STEP_UP_REQUIRED")) setKind("totpCode");
    else setFailure(message || t("failed"));
  }

  async function send(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await disable({ password, ...(kind === "none" ? {} : { [kind]: code.trim() }) });
      onDisabled();
      onClose();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    const found = missing();
    setErrors(found);
    if (Object.keys(found).length === 0) void send();
  }

  return (
    <Dialog
      open
      size="question"
      initialFocus={field}
      onOpenChange={(open) => !open && onClose()}
      title={t("disable.title")}
      description={t("disable.text")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="danger" busy={busy} busyLabel={t("disable.busy")}>
            {t("disable.submit")}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-4 pt-3">
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <Field label={t("disable.password")} error={errors.password}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={field}
              showLabel={common("showPassword")}
              hideLabel={common("hidePassword")}
              maxLength={512}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </Field>
        {kind !== "none" && (
          <div className="grid gap-2">
            <Field
              label={t(kind === "totpCode" ? "disable.code" : "disable.backup")}
              hint={t("disable.codeHint")}
              error={errors.code}
            >
              {(control) => (
                <TextInput
                  {...control}
                  ref={codeField}
                  inputMode={kind === "totpCode" ? "numeric" : "text"}
                  autoComplete="one-time-code"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={32}
                  value={code}
                  onChange={(event) => setCode(event.currentTarget.value)}
                />
              )}
            </Field>
            <button
              type="button"
              className={`${linkClass} min-h-10 justify-self-start text-dense md:min-h-6`}
              onClick={() => {
                setKind(kind === "totpCode" ? "backupCode" : "totpCode");
                setCode("");
                setErrors({});
              }}
            >
              {t(kind === "totpCode" ? "disable.useBackup" : "disable.useApp")}
            </button>
          </div>
        )}
      </form>
    </Dialog>
  );
}
