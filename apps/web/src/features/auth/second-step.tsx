import { twoFactorCodeDigits } from "@praxisportal/contract/limits";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Smartphone from "lucide-react/icons/smartphone";
import Ticket from "lucide-react/icons/ticket";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeInput } from "../../ui/code-input.tsx";
import { Field } from "../../ui/field.tsx";
import { linkClass } from "../../ui/link-style.ts";
import { TextInput } from "../../ui/text-input.tsx";
import { Failure, type LoginFailure } from "./login-message.tsx";
import { verifySecondStep } from "./second-step.api.ts";
import type { FirstStep } from "./use-second-step.ts";

export interface SecondStepProps extends FirstStep {
  /** Back to the password; with words when it was not the person's own wish. */
  onBack: (failure: LoginFailure | null) => void;
}

function WhoCard({ name, practice }: Pick<FirstStep, "name" | "practice">) {
  const t = useTranslations("second-step");
  return (
    <div className="flex items-center gap-3 rounded-r-3 border border-line bg-surface-2 px-4 py-3">
      <Avatar id={name} initials={name.slice(0, 3).toUpperCase()} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-dense font-strong text-text">{name}</p>
        {practice !== null && <p className="truncate text-small text-text-2">{practice}</p>}
      </div>
      <p className="shrink-0 text-small text-text-2">{t("step")}</p>
    </div>
  );
}

/** The second step of the login: a code of the app, a backup code, or a one-time code of the practice. */
export function SecondStep({ tempToken, name, practice, onBack }: SecondStepProps) {
  const t = useTranslations("second-step");
  const [isBackup, setBackup] = useState(false);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, [isBackup]);

  /** A wrong code is typed anew: it stays in sight, selected, so that the next digit replaces it. */
  function refuse(message: string): void {
    setWrong(message);
    field.current?.focus();
    field.current?.select();
  }

  function explain(reason: unknown): void {
    const at = Date.now();
    if (isApiError(reason, "CODE_INVALID")) return refuse(reason.message || t("failed"));
    const message = isApiError(reason) && reason.message !== "" ? reason.message : t("failed");
    const failed = { at, message, retryAfterMs: isApiError(reason) ? reason.retryAfterMs : null };
    // What the first step was good for is over, or the account may not start: the password comes first again.
    const isOver = isApiError(reason) && (reason.status === 401 || reason.status === 403);
    if (isOver) onBack(failed);
    else setFailure(failed);
  }

  async function verify(typed: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    setWrong(null);
    setFailure(null);
    try {
      await verifySecondStep(tempToken, isBackup ? { backupCode: typed } : { totpCode: typed });
    } catch (reason) {
      setBusy(false);
      explain(reason);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBackup && code.trim() === "") refuse(t("missing"));
    else if (!isBackup && code.length < twoFactorCodeDigits) refuse(t("incomplete"));
    else void verify(code.trim());
  }

  function change(): void {
    setBackup(!isBackup);
    setCode("");
    setWrong(null);
    setFailure(null);
  }

  const SwitchIcon = isBackup ? Smartphone : Ticket;
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
        {t("title")}
      </h1>
      <p className="text-body text-text-2">{t(isBackup ? "backupText" : "appText")}</p>
      <form noValidate onSubmit={submit} className="mt-6 grid gap-4 lg:gap-5" aria-label={t("title")}>
        <WhoCard name={name} practice={practice} />
        {failure !== null && <Failure key={failure.at} failure={failure} />}
        {isBackup ? (
          <Field key="backup" label={t("backupCode")} hint={t("backupHint")} error={wrong}>
            {(control) => (
              <TextInput
                {...control}
                ref={field}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={32}
                readOnly={busy}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            )}
          </Field>
        ) : (
          <Field key="app" label={t("appCode")} hint={t("appHint")} error={wrong}>
            {(control) => (
              <CodeInput
                {...control}
                ref={field}
                digits={twoFactorCodeDigits}
                readOnly={busy}
                value={code}
                onChange={setCode}
                onComplete={(digits) => void verify(digits)}
              />
            )}
          </Field>
        )}
        <Button type="submit" kind="primary" size="large" block busy={busy} busyLabel={t("checking")}>
          {t("submit")}
        </Button>
      </form>
      <div className="mt-5 border-t border-line pt-4">
        <button
          type="button"
          onClick={change}
          className={`${linkClass} inline-flex min-h-10 items-center gap-2 text-body md:min-h-8`}
        >
          <SwitchIcon size={18} strokeWidth={1.75} aria-hidden />
          {t(isBackup ? "useApp" : "useBackup")}
        </button>
        <p className="mt-2 text-dense text-text-2">{t("noPhone")}</p>
      </div>
    </>
  );
}
