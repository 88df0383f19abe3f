import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useSession } from "../../platform/session/session.store.ts";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/form/field.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { proveIdentity } from "./step-up.api.ts";

export interface StepUpDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
  /** An alternative proof, such as a passkey. It calls `onProven` itself. */
  otherProof?: ReactNode;
}

const formId = "step-up";

/** Returns the proof to send. Six digits are an authenticator code, anything else is a backup code. */
function buildProof(method: "password" | "code", input: string) {
  if (method === "password") return { password: input };
  const plain = input.replaceAll(/\s/g, "");
  return /^[0-9]{6}$/.test(plain) ? { totpCode: plain } : { backupCode: input.trim() };
}

/** Asks for the step-up: the password, or a code if the user has an authenticator app. The server verifies it. */
export function StepUpDialog({ onConfirmed, onClose, otherProof }: StepUpDialogProps) {
  const t = useTranslations("step-up");
  const common = useTranslations("common");
  const hasApp = useSession((session) => session.user?.hasAuthenticatorApp ?? false);
  const method = hasApp ? "code" : "password";
  const [typed, setTyped] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { run, busy, failure, fieldErrors, reset } = useAppMutation({
    mutate: (input: string) => proveIdentity(buildProof(method, input)),
    onSuccess: onConfirmed,
    errorFields: (error): FieldErrors =>
      error.status === 400 ? { proof: error.message || t("failed") } : {},
    onFailure: (error) => error.status === 400 && selectProof(),
    mapUnknown: () => t("failed"),
  });

  /** Selects a wrong proof, so that the next character replaces it. */
  function selectProof(): void {
    field.current?.focus();
    field.current?.select();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    // React events bubble through the portal: without this, the page's own form would submit too.
    event.stopPropagation();
    const isEmpty = typed.trim() === "";
    setMissing(isEmpty);
    if (isEmpty) selectProof();
    else void run(typed);
  }

  const shared = {
    ref: field,
    maxLength: 512,
    value: typed,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setTyped(event.currentTarget.value);
      setMissing(false);
      reset();
    },
  };
  return (
    <Dialog
      open
      size="question"
      initialFocus={field}
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      description={t("text")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={t("busy")}>
            {t("submit")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 pt-3">
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <Field label={t(method)} error={isMissing ? t("missing") : fieldErrors["proof"]}>
          {(control) =>
            method === "password" ? (
              <PasswordInput
                {...control}
                {...shared}
                showLabel={common("showPassword")}
                hideLabel={common("hidePassword")}
              />
            ) : (
              <TextInput
                {...control}
                {...shared}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
              />
            )
          }
        </Field>
        {otherProof}
      </form>
    </Dialog>
  );
}
