import { rememberedSessionLengthMs } from "@praxisportal/contract/limits";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { login } from "../../platform/session/session.actions.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { LoginMessage, type LoginFailure } from "./login-message.tsx";
import { PracticeChoice } from "./practice-choice.tsx";
import { usePracticeChoice } from "./use-practice-choice.ts";

const dayMs = 86_400_000;

/** Sign-in with practice, name and password. The route leads on as soon as the session store says signed in. */
export function LoginForm() {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const practice = usePracticeChoice();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const [secondStep, setSecondStep] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // The one thing to do here is to type one's name.
    nameField.current?.focus({ preventScroll: true });
  }, []);

  function describe(reason: unknown): LoginFailure {
    const at = Date.now();
    if (!isApiError(reason)) return { at, message: t("loginFailed"), retryAfterMs: null };
    const message = reason.message || (reason.unanswered ? t("networkError") : t("loginFailed"));
    return { at, message, retryAfterMs: reason.retryAfterMs };
  }

  /** A wrong password is typed anew, never corrected blindly: the field is emptied and takes the focus. */
  function refuse(reason: unknown): void {
    setFailure(describe(reason));
    setPassword("");
    passwordField.current?.focus();
  }

  async function signIn(): Promise<void> {
    const organizationId = await practice.resolve();
    if (organizationId === undefined) return;
    const next = await login({ name, password, organizationId, rememberMe });
    if (next === "secondStep") {
      setSecondStep(true);
      setPassword("");
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    setSecondStep(false);
    try {
      await signIn();
    } catch (reason) {
      refuse(reason);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="mt-6 grid gap-4 lg:gap-5"
      aria-label={t("title")}
    >
      <LoginMessage failure={failure} secondStep={secondStep} />
      <PracticeChoice {...practice.field} />
      <Field label={t("name")}>
        {(control) => (
          <TextInput
            {...control}
            ref={nameField}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={254}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t("password")}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={passwordField}
            name="password"
            required
            maxLength={512}
            showLabel={common("showPassword")}
            hideLabel={common("hidePassword")}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
      </Field>
      <Checkbox
        label={t("remember.label")}
        hint={t("remember.hint", { days: rememberedSessionLengthMs / dayMs })}
        checked={rememberMe}
        onChange={setRememberMe}
      />
      <Button type="submit" kind="primary" size="large" block busy={busy} busyLabel={t("submitting")}>
        {t("submit")}
      </Button>
    </form>
  );
}
