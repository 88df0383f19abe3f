import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import KeyRound from "lucide-react/icons/key-round";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";
import { unlockScreen } from "../../platform/session/lock/lock-screen.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { focusInput } from "./focus-input.ts";
import { PasswordUnlock } from "./password-unlock.tsx";
import { PersonTiles } from "./person-tiles.tsx";
import { unlockFailure } from "./unlock-failure.ts";
import { usePasskeyPrompt } from "./use-passkey-prompt.ts";

/** Unlocks a session with a password or passkey. The most recent user is preselected. */
export function UnlockForm({
  people,
  hasArrived,
  onSessionMissing,
}: {
  people: CurrentWorkstation["people"];
  /** True if the page was loaded with a locked screen, which means that the user has just arrived. */
  hasArrived: boolean;
  onSessionMissing: () => void;
}) {
  const t = useTranslations("workstation");
  const [chosen, setChosen] = useState(people[0]?.userId ?? "");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const person = people.find(({ userId }) => userId === chosen) ?? people[0];

  usePasskeyPrompt(
    { hasPasskey: person?.passkey === true, hasArrived },
    () => void passkeyUnlock(person?.userId ?? "", true),
  );

  /**
   * Unlocks the screen with a passkey. If `isAutomatic` is true, the user did not start the prompt, so its cancellation
   * is not a failure.
   */
  async function passkeyUnlock(userId: string, isAutomatic = false): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { proofForUnlock } = await import("../../platform/passkeys/passkey-proofs.ts");
      await unlockScreen(userId, { passkey: await proofForUnlock(userId) });
    } catch (error) {
      if (isApiError(error) || !isAutomatic) setFailure(unlockFailure(t, error, t("passkeyFailed")));
      setBusy(false);
      if (isApiError(error, "NOT_FOUND")) onSessionMissing();
    }
  }

  if (person === undefined) return null;
  return (
    <div ref={panel} className="mt-6 grid gap-4">
      <PersonTiles
        label={t("choose")}
        people={people}
        chosen={person.userId}
        onChoose={(userId) => {
          setChosen(userId);
          setFailure(null);
          if (userId === person.userId) focusInput(panel.current);
        }}
      />
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <PasswordUnlock key={person.userId} person={person} onUnavailable={onSessionMissing} />
      {person.passkey && supportsPasskeys() && (
        <Button
          size="large"
          block
          icon={KeyRound}
          busy={busy}
          busyLabel={t("unlocking")}
          onClick={() => void passkeyUnlock(person.userId)}
        >
          {t("passkey")}
        </Button>
      )}
    </div>
  );
}
