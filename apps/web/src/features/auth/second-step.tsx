import { twoFactorCodeDigits } from "@praxisportal/contract/limits";
import ArrowLeft from "lucide-react/icons/arrow-left";
import CalendarClock from "lucide-react/icons/calendar-clock";
import KeyRound from "lucide-react/icons/key-round";
import Smartphone from "lucide-react/icons/smartphone";
import Ticket from "lucide-react/icons/ticket";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import type { ApiError } from "../../platform/api-client/api-error.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { PasskeyFault } from "../../platform/passkeys/passkey-fault.ts";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Avatar } from "../../ui/label/avatar.tsx";
import { Button } from "../../ui/button/button.tsx";
import { CodeInput } from "../../ui/form/code-input.tsx";
import { Field } from "../../ui/form/field.tsx";
import { linkClass } from "../../ui/button/link-style.ts";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Failure, type LoginFailure } from "./login-message.tsx";
import { verifySecondStep } from "./second-step.api.ts";
import type { FirstStep } from "./first-step.ts";

export interface SecondStepProps extends FirstStep {
  /** Returns to the password, with a failure if the user did not choose to. */
  onBack: (failure: LoginFailure | null) => void;
}

function AccountCard({ name, organization }: Pick<FirstStep, "name" | "organization">) {
  const t = useTranslations("second-step");
  return (
    <div className="flex items-center gap-3 rounded-r-3 border border-line bg-surface-2 px-4 py-3">
      <Avatar id={name} initials={name.slice(0, 3).toUpperCase()} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere text-dense font-strong text-text">{name}</p>
        {organization !== null && <p className="wrap-anywhere text-small text-text-2">{organization}</p>}
      </div>
      <p className="shrink-0 text-small text-text-2">{t("step")}</p>
    </div>
  );
}

type SecondStepMethod = "app" | "backup" | "day" | "passkey";

const methodDetails = {
  app: { icon: Smartphone, use: "useApp" },
  backup: { icon: Ticket, use: "useBackup" },
  day: { icon: CalendarClock, use: "useDay" },
  passkey: { icon: KeyRound, use: "usePasskey" },
} as const;

/**
 * Returns the available methods. "backup" is always available, because a one-time code from the organization is
 * entered like a backup code. "day" is always available, too, because the page must not reveal whether a day code
 * exists.
 */
function availableMethods(methods: FirstStep["methods"]): readonly SecondStepMethod[] {
  const app: readonly SecondStepMethod[] = methods.includes("code") ? ["app"] : [];
  const passkey: readonly SecondStepMethod[] =
    methods.includes("passkey") && supportsPasskeys() ? ["passkey"] : [];
  return [...app, ...passkey, "backup", "day"];
}

function refusalOf({ message, retryAfterMs }: ApiError, fallback: string): LoginFailure {
  return { at: Date.now(), message: message || fallback, retryAfterMs };
}

/**
 * The second sign-in step: authenticator code, passkey, backup code, one-time code or day code from the organization.
 */
export function SecondStep({ tempToken, methods, name, organization, onBack }: SecondStepProps) {
  const t = useTranslations("second-step");
  const available = availableMethods(methods);
  const hasApp = methods.includes("code");
  const [method, setMethod] = useState<SecondStepMethod>(available[0] ?? "backup");
  const [code, setCode] = useState("");
  const [codeFault, setCodeFault] = useState<"missing" | "incomplete" | null>(null);
  const [refusal, setRefusal] = useState<LoginFailure | null>(null);
  const [isDone, setDone] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const passkeyButton = useRef<HTMLButtonElement>(null);
  const sending = useAppMutation({
    mutate: (prove: () => Promise<void>) => prove(),
    // The session is starting. The page stays unchanged until the next page is ready.
    onSuccess: () => setDone(true),
    errorFields: (error): FieldErrors =>
      error.code === "CODE_INVALID" ? { code: error.message || t("failed") } : {},
    mapUnknown: (error) => t(error instanceof PasskeyFault ? "passkeyFailed" : "failed"),
    onFailure(error, fields) {
      if ("code" in fields) return selectCode();
      const newRefusal = refusalOf(error, t("failed"));
      // The temporary token has expired or the account may not sign in: start again with the password.
      if (error.status === 401 || error.status === 403) onBack(newRefusal);
      else setRefusal(newRefusal);
    },
  });
  const busy = sending.busy || isDone;
  const isPrinted = method === "backup" || method === "day";
  const codeError = codeFault === null ? sending.fieldErrors["code"] : t(codeFault);
  const unknown = sending.failure === null ? null : { at: 0, message: sending.failure, retryAfterMs: null };
  const failure = refusal ?? unknown;

  useEffect(() => {
    (method === "passkey" ? passkeyButton : field).current?.focus({ preventScroll: true });
  }, [method]);

  /** Keeps a wrong code visible and selected, so that the next digit replaces it. */
  function selectCode(): void {
    field.current?.focus();
    field.current?.select();
  }

  function showFault(fault: "missing" | "incomplete"): void {
    setCodeFault(fault);
    selectCode();
  }

  async function complete(prove: () => Promise<void>): Promise<void> {
    setCodeFault(null);
    setRefusal(null);
    await sending.run(prove);
  }

  function verify(typed: string): Promise<void> {
    const codes = { backup: { backupCode: typed }, day: { dayCode: typed } };
    return complete(() =>
      verifySecondStep(
        tempToken,
        method === "backup" || method === "day" ? codes[method] : { totpCode: typed },
      ),
    );
  }

  function passkeySignIn(): Promise<void> {
    return complete(async () => {
      const { completeWithPasskey } = await import("../../platform/passkeys/passkey-proofs.ts");
      await completeWithPasskey(tempToken);
    });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (method === "passkey") void passkeySignIn();
    else if (isPrinted && code.trim() === "") showFault("missing");
    else if (method === "app" && code.length < twoFactorCodeDigits) showFault("incomplete");
    else void verify(code.trim());
  }

  /** Changes the code and clears the errors of the previous one. */
  function enter(next: string): void {
    setCode(next);
    setCodeFault(null);
    setRefusal(null);
    sending.reset();
  }

  function change(next: SecondStepMethod): void {
    setMethod(next);
    enter("");
  }

  const title = t(method === "passkey" ? "passkeyTitle" : "title");
  return (
    <>
      <button
        type="button"
        onClick={() => onBack(null)}
        className={`${linkClass} inline-flex min-h-10 items-center gap-2 self-start text-dense md:min-h-8`}
      >
        <ArrowLeft size={16} strokeWidth={2} aria-hidden />
        {t("back")}
      </button>
      <h1 tabIndex={-1} className="mt-3 text-display text-text">
        {title}
      </h1>
      <p className="text-body text-text-2">{t(`${method}Text`)}</p>
      <form noValidate onSubmit={submit} className="mt-6 grid gap-4 lg:gap-5" aria-label={title}>
        <AccountCard name={name} organization={organization} />
        {failure !== null && <Failure key={failure.at} failure={failure} />}
        {isPrinted && (
          <Field key={method} label={t(`${method}Code`)} hint={t(`${method}Hint`)} error={codeError}>
            {(control) => (
              <TextInput
                {...control}
                ref={field}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={method === "day" ? 16 : 32}
                readOnly={busy}
                value={code}
                onChange={(event) => enter(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        {method === "app" && (
          <Field key="app" label={t("appCode")} hint={t("appHint")} error={codeError}>
            {(control) => (
              <CodeInput
                {...control}
                ref={field}
                digits={twoFactorCodeDigits}
                readOnly={busy}
                value={code}
                onChange={enter}
                onComplete={(digits) => void verify(digits)}
              />
            )}
          </Field>
        )}
        <Button
          ref={passkeyButton}
          type="submit"
          variant="primary"
          size="large"
          block
          icon={method === "passkey" ? KeyRound : undefined}
          busy={busy}
          busyLabel={t("checking")}
        >
          {t(method === "passkey" ? "confirmPasskey" : "submit")}
        </Button>
      </form>
      <div className="mt-5 border-t border-line pt-4">
        <div className="grid justify-items-start">
          {available
            .filter((other) => other !== method)
            .map((other) => {
              const { icon: Icon, use } = methodDetails[other];
              const isRecovery = other === "backup" && !hasApp;
              return (
                <button
                  key={other}
                  type="button"
                  onClick={() => change(other)}
                  className={`${linkClass} inline-flex min-h-10 items-center gap-2 text-body md:min-h-8`}
                >
                  <Icon size={18} strokeWidth={1.75} aria-hidden />
                  {t(isRecovery ? "useRecoveryCode" : use)}
                </button>
              );
            })}
        </div>
        <p className="mt-2 text-dense text-text-2">{t(hasApp ? "noPhone" : "noPasskey")}</p>
      </div>
    </>
  );
}
