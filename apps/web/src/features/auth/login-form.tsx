import { rememberedSessionLengthMs } from "@praxisportal/contract/limits";
import KeyRound from "lucide-react/icons/key-round";
import { useEffect, useRef, useState, type ComponentType, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { type ApiError, isApiError } from "../../platform/api-client/api-error.ts";
import { isSharedWorkstation } from "../../platform/api-client/tokens.ts";
import { portalConfig } from "../../platform/storage/portal-config.ts";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";
import { isPortalUnreachable, retryLogin } from "../../platform/offline/pending-login.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { login, type LoginCredentials } from "../../platform/session/session.actions.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { linkClass } from "../../ui/button/link-style.ts";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { LoginMessage, type LoginFailure } from "./login-message.tsx";
import { noOrganization, otherOrganization, OrganizationChoice } from "./organization-choice.tsx";
import { PendingLoginBox } from "./pending-login-box.tsx";
import { useOrganizationChoice } from "./use-organization-choice.ts";
import type { LockedAccount } from "./emergency-unlock.tsx";
import type { FirstStep } from "./first-step.ts";

const dayMs = 86_400_000;

/** Returns whether to download the fallback after a failed sign-in. The fallback itself checks exactly. */
const mayBeUnreachable = (reason: unknown): reason is ApiError =>
  isApiError(reason) && [0, 404, 502, 503, 504].includes(reason.status);

/** Loads the code of the fallback. If that fails, rejects with the portal's own error. */
async function loadFallback(error: ApiError) {
  try {
    return await import("../../platform/session/legacy/fallback-login.ts");
  } catch {
    throw error;
  }
}

/** The call for help at a shared workstation, for the user with the typed name. */
type LockedHelp = ComponentType<{ user: { login?: string | undefined }; onUnlocked: () => void }>;

export interface LoginFormProps {
  /** Downloads the call for help that a shared workstation shows after too many attempts. */
  loadLockedHelp: () => Promise<LockedHelp>;
  failure: LoginFailure | null;
  onFailure: (failure: LoginFailure | null) => void;
  /** True while the second step is shown instead. The form stays mounted and hidden. */
  waiting: boolean;
  onSecondStep: (first: FirstStep) => Promise<void>;
  /** Switches to unlocking with the emergency code. */
  onEmergencyCode: (account: LockedAccount) => Promise<void>;
}

/** Sign-in with organization, username and password. The route redirects once the session store is signed in. */
export function LoginForm(props: LoginFormProps) {
  const { loadLockedHelp, failure, onFailure, waiting, onSecondStep, onEmergencyCode } = props;
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const organization = useOrganizationChoice();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(false);
  const [busy, setBusy] = useState<"password" | "passkey" | null>(null);
  const [fieldErrors, setFieldErrors] = useState<{ name?: string; password?: string }>({});
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [codePromptCount, setCodePromptCount] = useState(0);
  const wasWaiting = useRef(waiting);
  const [portalWait, setPortalWait] = useState<AbortController | null>(null);
  const [locked, setLocked] = useState<{ login: string; Help: LockedHelp } | null>(null);

  useEffect(() => {
    // Focus the username first. After the second step the username is kept and the password is empty.
    if (!waiting) (wasWaiting.current ? passwordField : nameField).current?.focus({ preventScroll: true });
    wasWaiting.current = waiting;
  }, [waiting]);

  useEffect(() => () => portalWait?.abort(), [portalWait]);

  useEffect(() => {
    if (codePromptCount > 0) codeField.current?.focus();
  }, [codePromptCount]);

  function messageOf(error: ApiError): string {
    if (error.hasNoResponse) return t("networkError");
    // The server's text for an internal error does not help the user.
    if (error.status === 500 || (error.status > 500 && error.message === "")) return t("serverError");
    return error.message || t(error.status < 400 ? "errorOccurred" : "loginFailed");
  }

  function describe(reason: unknown, fallback = t("errorOccurred")): LoginFailure {
    const at = Date.now();
    if (!isApiError(reason)) return { at, message: fallback, retryAfterMs: null };
    const needsReload = reason.code === "UPGRADE_REQUIRED";
    const isLocked = reason.status === 429;
    return { at, message: messageOf(reason), retryAfterMs: reason.retryAfterMs, needsReload, isLocked };
  }

  /** Clears and focuses the password field, because the user cannot see and correct a wrong password. */
  function showError(reason: unknown): void {
    const hasNoOrganization = organization.field.choice === noOrganization && !name.includes("@");
    const suggestsOrganization = hasNoOrganization && isApiError(reason, "INVALID_CREDENTIALS");
    const error = describe(reason);
    onFailure({ ...error, suggestsOrganization });
    if (error.retryAfterMs !== null && isSharedWorkstation()) void offerHelp(name.trim());
    setPassword("");
    passwordField.current?.focus();
  }

  async function offerHelp(typed: string): Promise<void> {
    // If the download fails, the message still shows how long to wait.
    const Help = await loadLockedHelp().catch(() => null);
    if (Help !== null) setLocked({ login: typed, Help });
  }

  function enterPracticeCode(): void {
    organization.field.onChoose(otherOrganization);
    setCodePromptCount((times) => times + 1);
  }

  async function openEmergencyCode(): Promise<void> {
    if (name.trim() === "") return nameField.current?.focus();
    try {
      const organizationId = await organization.resolve();
      if (organizationId === undefined) return;
      await onEmergencyCode({ name: name.trim(), organizationId, organization: organization.name });
    } catch (reason) {
      onFailure(describe(reason));
    }
  }

  /**
   * Signs in to the legacy practice server if the portal does not respond properly. Otherwise rejects with the error to
   * show: the rejection by that server, or `error`.
   */
  async function fallBack(error: unknown): Promise<void> {
    if (!portalConfig().features.legacy || !mayBeUnreachable(error)) throw error;
    const { fallBackToLegacy } = await loadFallback(error);
    const practiceCode = organization.typedCode;
    const refusal = await fallBackToLegacy(error, { username: name.trim(), password, practiceCode });
    if (refusal !== null) throw refusal;
  }

  /** Tries the fallback. Resolves with false if the portal may become reachable later. */
  async function tryFallback(error: unknown): Promise<boolean> {
    try {
      await fallBack(error);
      return true;
    } catch (refusal) {
      if (isPortalUnreachable(refusal)) return false;
      throw refusal;
    }
  }

  /**
   * Signs in. While the portal cannot be reached, signs in to the legacy practice server if there is one, or else
   * waits for the portal. Resolves with true if the second step follows.
   */
  async function loginOrWait(credentials: LoginCredentials): Promise<boolean> {
    try {
      return (await login(credentials)) === "secondStep";
    } catch (error) {
      if (await tryFallback(error)) return false;
    }
    const waitForPortal = new AbortController();
    setPortalWait(waitForPortal);
    // From now on only the waiting attempt has the password.
    setPassword("");
    try {
      const loginResult = await retryLogin(credentials, waitForPortal.signal);
      if (loginResult === null && !waitForPortal.signal.aborted)
        onFailure({ at: Date.now(), message: t("pendingLogin.expired"), retryAfterMs: null });
      return loginResult === "secondStep";
    } finally {
      setPortalWait(null);
    }
  }

  async function signIn(): Promise<void> {
    // The lookup of the practice code may be the call that fails.
    const organizationId = await organization.resolve().catch(async (error: unknown) => {
      await fallBack(error);
      return undefined;
    });
    if (organizationId === undefined) return;
    const hasSecondStep = await loginOrWait({ name, password, organizationId, rememberMe });
    const ticket = sessionStore.getState().secondStep;
    if (!hasSecondStep || ticket === null) return;
    const { tempToken, methods } = ticket;
    await onSecondStep({ tempToken, methods, name: name.trim(), organization: organization.name });
    setPassword("");
  }

  /** Signs in with a passkey, which identifies the user. The typed username and password are ignored. */
  async function passkeySignIn(): Promise<void> {
    if (busy !== null) return;
    setBusy("passkey");
    onFailure(null);
    try {
      const organizationId = await organization.resolve();
      if (organizationId === undefined) return;
      const { signInWithPasskey } = await import("../../platform/passkeys/passkey-proofs.ts");
      await signInWithPasskey({ organizationId, rememberMe });
    } catch (reason) {
      onFailure(describe(reason, t("passkeyFailed")));
    } finally {
      setBusy(null);
    }
  }

  /** Marks empty fields and focuses the first. Returns whether there are any. */
  async function markEmptyFields(): Promise<boolean> {
    const isNameEmpty = name.trim() === "";
    if (!isNameEmpty && password !== "") return false;
    const required = await validationText("required");
    setFieldErrors({
      ...(isNameEmpty && { name: required }),
      ...(password === "" && { password: required }),
    });
    (isNameEmpty ? nameField : passwordField).current?.focus();
    return true;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy !== null || (await markEmptyFields())) return;
    setBusy("password");
    onFailure(null);
    try {
      await signIn();
    } catch (reason) {
      showError(reason);
    } finally {
      setBusy(null);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-6 grid gap-4 lg:gap-5"
      aria-label={t("title")}
    >
      {portalWait === null ? (
        <LoginMessage
          failure={failure}
          onEnterCode={enterPracticeCode}
          onEmergencyCode={() => void openEmergencyCode()}
        />
      ) : (
        <PendingLoginBox onCancel={() => portalWait.abort()} />
      )}
      {locked !== null && <locked.Help user={{ login: locked.login }} onUnlocked={() => onFailure(null)} />}
      <OrganizationChoice {...organization.field} codeField={codeField} />
      <Field label={t("name")} error={fieldErrors.name}>
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
            onChange={(event) => {
              setName(event.currentTarget.value);
              setLocked(null);
              setFieldErrors(({ name: _filled, ...others }) => others);
            }}
          />
        )}
      </Field>
      {/* The link follows the field in the DOM, so that Tab moves from the username to the password. */}
      <div className="relative">
        <Field label={t("password")} error={fieldErrors.password}>
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
              onChange={(event) => {
                setPassword(event.currentTarget.value);
                setFieldErrors(({ password: _filled, ...others }) => others);
              }}
            />
          )}
        </Field>
        <a href="/password-reset" className={`${linkClass} absolute top-0 right-0 text-dense`}>
          {t("forgot")}
        </a>
      </div>
      {!isSharedWorkstation() && (
        <Checkbox
          label={t("remember.label")}
          hint={t("remember.hint", { days: rememberedSessionLengthMs / dayMs })}
          checked={rememberMe}
          onChange={setRememberMe}
        />
      )}
      <div className="grid gap-3">
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          busy={busy === "password"}
          busyLabel={t(portalWait === null ? "submitting" : "pendingLogin.waiting")}
        >
          {t("submit")}
        </Button>
        {supportsPasskeys() && (
          <Button
            size="large"
            block
            icon={KeyRound}
            busy={busy === "passkey"}
            busyLabel={t("submitting")}
            onClick={() => void passkeySignIn()}
          >
            {t("passkey")}
          </Button>
        )}
      </div>
    </form>
  );
}
