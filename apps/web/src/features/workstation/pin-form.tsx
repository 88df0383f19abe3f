import { pinDigits } from "@praxisportal/contract/workstation/workstation.rules";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { CodeInput } from "../../ui/form/code-input.tsx";
import { PinPad } from "./pin-pad.tsx";
import { type PinUser, signInWithPin } from "./workstation.api.ts";

interface PinFormProps {
  /** Accessible name of the field. */
  label: string;
  /** Returns the user of the PIN, or null if the username is still missing. */
  user: () => PinUser | null;
  /** Called when the workstation is no longer shared, or its cookie was renewed in another tab. */
  onUnavailable: () => void;
  takesFocus: boolean;
  /** Called when the user must sign in with a password or passkey before a PIN is accepted again. */
  onLocked?: ((message: string) => void) | undefined;
}

/**
 * Six cells for a PIN, which is sent when the last digit is typed. A wrong PIN is cleared, so that the user can type
 * again at once.
 */
export function PinForm({ label, user, onUnavailable, takesFocus, onLocked }: PinFormProps) {
  const t = useTranslations("workstation");
  const [pin, setPin] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [mayBeRemoved, setMayBeRemoved] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();

  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  /** Returns the text of an error. */
  function describe(error: unknown, attemptsLeft: number | null): string {
    if (attemptsLeft !== null) return t("pin.left", { count: attemptsLeft });
    if (isApiError(error, "NOT_FOUND")) return t("pin.unavailable");
    return isApiError(error) && error.message !== "" && !error.hasNoResponse
      ? error.message
      : t("unreachable");
  }

  async function send(digits: string): Promise<void> {
    const pinUser = user();
    if (busy || pinUser === null) return setPin("");
    setBusy(true);
    setFailure(null);
    try {
      await signInWithPin(pinUser, digits);
    } catch (error) {
      setPin("");
      setBusy(false);
      const stored = isApiError(error, "PIN_INCORRECT") ? error.problem?.["attemptsLeft"] : null;
      const attemptsLeft = typeof stored === "number" ? stored : null;
      const text = describe(error, attemptsLeft);
      setFailure(text);
      setMayBeRemoved(attemptsLeft !== null && attemptsLeft > 0);
      field.current?.focus({ preventScroll: true });
      if (isApiError(error, "NOT_FOUND")) onUnavailable();
      const needsPassword = isApiError(error, "PIN_LOCKED") || isApiError(error, "PIN_EXPIRED");
      if (needsPassword || attemptsLeft === 0) onLocked?.(text);
    }
  }

  function change(digits: string): void {
    if (busy) return;
    setPin(digits);
    if (digits === "") return;
    setFailure(null);
    setMayBeRemoved(false);
  }

  function press(digit: string): void {
    const next = (pin + digit).slice(0, pinDigits);
    if (busy || next === pin) return;
    change(next);
    if (next.length === pinDigits) void send(next);
  }

  return (
    <div className="grid gap-3" aria-busy={busy}>
      <div>
        <CodeInput
          ref={field}
          secret
          name="pin"
          aria-label={label}
          aria-invalid={failure !== null || undefined}
          aria-describedby={failure === null ? undefined : errorId}
          digits={pinDigits}
          value={pin}
          readOnly={busy}
          onChange={change}
          onComplete={(digits) => void send(digits)}
        />
        <p id={errorId} role="alert" className="mt-2 min-h-5 text-dense text-danger">
          {failure}
        </p>
        {mayBeRemoved && <p className="mt-1 text-dense text-text-2">{t("pin.removed")}</p>}
        <p role="status" className="sr-only">
          {busy ? t("unlocking") : ""}
        </p>
      </div>
      <PinPad onDigit={press} onBack={() => change(pin.slice(0, -1))} onClear={() => change("")} />
    </div>
  );
}
