import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { unlockScreen } from "../../platform/session/lock/lock-screen.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { unlockFailure } from "./unlock-failure.ts";

interface PasswordUnlockProps {
  person: CurrentWorkstation["people"][number];
  /** Called when the session is no longer locked here. */
  onUnavailable: () => void;
}

/** Unlocks a session with the password of its user. */
export function PasswordUnlock({ person, onUnavailable }: PasswordUnlockProps) {
  const t = useTranslations("workstation");
  const common = useTranslations("common");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [passwordError, setPasswordError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, [person.userId]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (password === "") {
      setPasswordError(await validationText("required"));
      return field.current?.focus({ preventScroll: true });
    }
    setBusy(true);
    setFailure(null);
    try {
      await unlockScreen(person.userId, { password });
    } catch (error) {
      const isUnreachable = isApiError(error) && error.hasNoResponse;
      setFailure(unlockFailure(t, error, t(isUnreachable ? "unreachable" : "failed")));
      setPassword("");
      setBusy(false);
      field.current?.focus({ preventScroll: true });
      if (isApiError(error, "NOT_FOUND")) onUnavailable();
    }
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)} aria-label={t("title")}>
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <input type="hidden" name="username" autoComplete="username" value={person.name} readOnly />
      <Field label={t("password", { name: person.name })} error={passwordError}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={field}
            name="password"
            required
            maxLength={512}
            showLabel={common("showPassword")}
            hideLabel={common("hidePassword")}
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setPasswordError(null);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={busy} busyLabel={t("unlocking")}>
        {t("unlock")}
      </Button>
    </form>
  );
}
