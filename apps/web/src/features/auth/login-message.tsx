import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useSession } from "../../platform/session/session.store.ts";
import { Button } from "../../ui/button/button.tsx";
import { linkClass } from "../../ui/button/link-style.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { causeText } from "./sign-out-cause.ts";

/** A failed sign-in. `at` is in ms and makes the alert announce an identical failure again. */
export interface LoginFailure {
  readonly at: number;
  readonly message: string;
  readonly retryAfterMs: number | null;
  /** The page is older than the server supports. */
  readonly needsReload?: boolean;
  /** True after too many failed attempts, whether or not the account exists. */
  readonly isLocked?: boolean;
  /**
   * A username was rejected without an organization. True for existing and unknown usernames, so that it does not
   * reveal which exist.
   */
  readonly suggestsOrganization?: boolean;
}

const secondMs = 1000;
const minuteS = 60;

/** Returns the seconds left of the wait that began with `failure`, counting down. */
function useSecondsLeft(failure: LoginFailure | null): number {
  const [now, setNow] = useState(0);
  const retryDelayMs = failure?.retryAfterMs ?? 0;
  useEffect(() => {
    if (retryDelayMs === 0) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, secondMs);
    return () => clearInterval(timer);
  }, [retryDelayMs, failure?.at]);
  return failure === null
    ? 0
    : Math.max(0, Math.ceil((failure.at + retryDelayMs - Math.max(now, failure.at)) / secondMs));
}

interface LoginMessageProps {
  failure: LoginFailure | null;
  /** Opens the field for the practice code. */
  onEnterCode?: () => void;
  /** Opens the emergency code form, for administrators who are locked out. */
  onEmergencyCode?: () => void;
}

/** Shows a failed sign-in, with a countdown after too many attempts. */
export function Failure({
  failure,
  onEnterCode,
  onEmergencyCode,
}: LoginMessageProps & { failure: LoginFailure }) {
  const t = useTranslations("auth");
  const secondsLeft = useSecondsLeft(failure);
  const time =
    secondsLeft > minuteS
      ? t("minutes", { count: Math.ceil(secondsLeft / minuteS) })
      : t("seconds", { count: secondsLeft });
  const isOffered = failure.suggestsOrganization === true && onEnterCode !== undefined;
  const reload = failure.needsReload === true && (
    <Button onClick={() => location.reload()}>{t("reload")}</Button>
  );
  const enterCode = isOffered && <Button onClick={onEnterCode}>{t("organization.enterCode")}</Button>;
  return (
    <ErrorBox persistent title={t("errorTitle")} action={reload || enterCode || undefined}>
      {failure.message}
      {isOffered && <span className="block">{t("organization.suggest")}</span>}
      {secondsLeft > 0 && (
        <>
          {". "}
          {/* Changes every second; only the first value is announced, with the box. */}
          <span aria-live="off">{t("wait", { time })}</span>
        </>
      )}
      {failure.isLocked === true && onEmergencyCode && (
        <button type="button" onClick={onEmergencyCode} className={`${linkClass} block min-h-10 md:min-h-8`}>
          {t("emergencyCode")}
        </button>
      )}
    </ErrorBox>
  );
}

/** Message above the form: the last failure, or the reason why the session ended. */
export function LoginMessage({ failure, ...rest }: LoginMessageProps) {
  const t = useTranslations("auth");
  const reason = useSession((session) => session.signedOutReason);
  const cause = useSession((session) => session.signedOutCause);
  const detail = useSession((session) => session.signedOutDetail);
  if (failure !== null) return <Failure key={failure.at} failure={failure} {...rest} />;
  // After a lock, it is often another user who signs in here.
  if (reason === null || reason === "logout" || reason === "locked") return null;
  // The server no longer knows a session that had not expired, so it was ended elsewhere.
  const isForced = reason === "forced" || reason === "invalid";
  return (
    <ErrorBox variant="warning" persistent title={t(isForced ? "forcedTitle" : "expiredTitle")}>
      {detail ?? t(isForced ? `forced.${causeText(cause)}` : "expiredText")}
    </ErrorBox>
  );
}
