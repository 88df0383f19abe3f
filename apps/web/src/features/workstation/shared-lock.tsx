import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import { Link } from "@tanstack/react-router";
import KeyRound from "lucide-react/icons/key-round";
import LogIn from "lucide-react/icons/log-in";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { draftOwner } from "../../platform/session/draft.ts";
import { unlockScreen } from "../../platform/session/lock/lock-screen.ts";
import { Avatar } from "../../ui/label/avatar.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-style.ts";
import { linkClass } from "../../ui/button/link-style.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { AlarmBar } from "./alarm-bar.tsx";
import { unlockFailure } from "./unlock-failure.ts";
import { focusInput } from "./focus-input.ts";
import { LockHeader } from "./lock-header.tsx";
import { PasswordUnlock } from "./password-unlock.tsx";
import { PinForm } from "./pin-form.tsx";
import { SharedTiles, useWorkOf } from "./shared-tiles.tsx";

type Person = CurrentWorkstation["people"][number];

interface SharedLockProps {
  workstation: CurrentWorkstation;
  /** A user whose locked session has ended since the screen was shown. */
  endedName: string | undefined;
  /** Reloads the workstation after a session ended, or when the workstation is no longer shared. */
  onReload: () => void;
}

/** The lock screen of a shared workstation: the choice of the user, their PIN, and a call for help. */
export function SharedLock({ workstation: { workstation, people }, endedName, onReload }: SharedLockProps) {
  const t = useTranslations("workstation");
  const [chosen, setChosen] = useState<string | null>(people[0]?.userId ?? null);
  const [name, setName] = useState("");
  const panel = useRef<HTMLDivElement>(null);
  const person = people.find(({ userId }) => userId === chosen);
  const [draftUser] = useState(() => people.find(({ userId }) => userId === draftOwner()));
  const isOther = person === undefined;
  const login = name.trim();
  const lockedAccount = isOther ? (login === "" ? {} : { login }) : { userId: person.userId };

  function choose(userId: string | null): void {
    setChosen(userId);
    setName("");
    // The panel of another user focuses its field when it appears.
    if (userId === (person?.userId ?? null)) focusInput(panel.current);
  }

  return (
    <main className="motion-page flex min-h-dvh flex-col bg-brand-panel px-4 py-4 md:px-8 md:py-6">
      <div className="mx-auto grid w-full max-w-280 flex-1 content-start gap-4 md:gap-6">
        <LockHeader organization={people[0]?.organizationName ?? null} label={workstation?.label ?? null} />
        <div className="grid items-center gap-4 lg:grid-cols-[minmax(0,1fr)_26.5rem] lg:gap-12">
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-display text-text">
              {t("who")}
            </h1>
            <p className="mt-1 mb-5 text-body text-text-2 max-lg:hidden">{t("whoText")}</p>
            {people.length > 0 && (
              <SharedTiles people={people} chosen={person?.userId ?? null} onChoose={choose} />
            )}
            {draftUser !== undefined && draftUser !== person && (
              <p role="status" className="mt-3 flex max-w-160 items-start gap-2 text-dense text-text">
                <TriangleAlert
                  size={16}
                  strokeWidth={2}
                  className="mt-0.5 shrink-0 text-warning"
                  aria-hidden
                />
                {t("unsaved", { name: draftUser.name })}
              </p>
            )}
            <button
              type="button"
              aria-pressed={isOther}
              onClick={() => choose(null)}
              className={`${buttonClass()} mt-4 gap-2 max-lg:mt-3 max-lg:w-full`}
            >
              <LogIn size={16} strokeWidth={2} aria-hidden />
              {t("otherPerson")}
            </button>
          </div>
          <div ref={panel} className="rounded-r-3 border border-line bg-surface p-4 shadow-sh-1 md:p-6">
            {isOther ? (
              <div className="grid gap-4">
                {chosen !== null && endedName !== undefined && <EndedNotice name={endedName} />}
                <OtherPanel name={name} onName={setName} onUnavailable={onReload} />
              </div>
            ) : (
              <PersonPanel key={person.userId} person={person} onUnavailable={onReload} />
            )}
          </div>
        </div>
        <AlarmBar user={lockedAccount} />
      </div>
    </main>
  );
}

/** PIN, passkey or password of the user of a tile. */
function PersonPanel({ person, onUnavailable }: { person: Person; onUnavailable: () => void }) {
  const t = useTranslations("workstation");
  const workOf = useWorkOf();
  const [method, setMethod] = useState<"pin" | "password">("pin");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function askPin(): void {
    setFailure(null);
    setMethod("pin");
  }

  function askPassword(message: string): void {
    setFailure(message);
    setMethod("password");
  }

  async function passkeyUnlock(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { proofForUnlock } = await import("../../platform/passkeys/passkey-proofs.ts");
      await unlockScreen(person.userId, { passkey: await proofForUnlock(person.userId) });
    } catch (error) {
      setFailure(unlockFailure(t, error, t("passkeyFailed")));
      setBusy(false);
      if (isApiError(error, "NOT_FOUND")) onUnavailable();
    }
  }

  return (
    <div className="grid gap-4">
      <PanelHead
        title={person.name}
        text={method === "pin" ? t("pin.enter") : workOf(person)}
        avatar={<Avatar id={person.userId} initials={person.initials} size={40} />}
      />
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      {method === "pin" ? (
        <PinForm
          label={t("pin.of", { name: person.name })}
          user={() => ({ userId: person.userId })}
          onUnavailable={onUnavailable}
          takesFocus
          onLocked={person.locked ? askPassword : undefined}
        />
      ) : person.locked ? (
        <PasswordUnlock person={person} onUnavailable={onUnavailable} />
      ) : (
        <>
          <EndedNotice name={person.name} />
          <Link to="/login" className={buttonClass({ variant: "primary", size: "large", block: true })}>
            {t("ended.signIn")}
          </Link>
        </>
      )}
      {person.locked && person.passkey && supportsPasskeys() && (
        <Button
          size="large"
          block
          icon={KeyRound}
          busy={busy}
          busyLabel={t("unlocking")}
          onClick={() => void passkeyUnlock()}
        >
          {t("passkey")}
        </Button>
      )}
      <p className="text-center">
        {method === "pin" && <span className="text-dense text-text-2">{t("pin.none")} </span>}
        {method === "password" ? (
          <button type="button" className={linkClass} onClick={askPin}>
            {t("pin.use")}
          </button>
        ) : person.locked ? (
          <button type="button" className={linkClass} onClick={() => setMethod("password")}>
            {t("usePassword")}
          </button>
        ) : (
          <Link to="/login" className={linkClass}>
            {t("usePassword")}
          </Link>
        )}
      </p>
    </div>
  );
}

/** Says that a session ended while it was locked, for example on another device of its user. */
function EndedNotice({ name }: { name: string }) {
  const t = useTranslations("workstation");
  return (
    <ErrorBox variant="info" persistent title={t("ended.of", { name })}>
      {t("ended.text")}
    </ErrorBox>
  );
}

/** Username and PIN of a user without a tile. With a password, they sign in on the login page. */
function OtherPanel({
  name,
  onName,
  onUnavailable,
}: {
  name: string;
  onName: (name: string) => void;
  onUnavailable: () => void;
}) {
  const t = useTranslations("workstation");
  const [nameError, setNameError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, []);

  function user() {
    const username = name.trim();
    if (username !== "") return { username };
    void validationText("required").then(setNameError);
    field.current?.focus({ preventScroll: true });
    return null;
  }

  return (
    <div className="grid gap-4">
      <PanelHead title={t("otherPerson")} text={t("otherText")} />
      <Field label={t("username")} error={nameError}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            name="username"
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
            value={name}
            onChange={(event) => {
              onName(event.currentTarget.value);
              setNameError(null);
            }}
          />
        )}
      </Field>
      <PinForm label={t("pin.label")} user={user} onUnavailable={onUnavailable} takesFocus={false} />
      <p className="text-center">
        <span className="text-dense text-text-2">{t("pin.none")} </span>
        <Link to="/login" className={linkClass}>
          {t("usePassword")}
        </Link>
      </p>
    </div>
  );
}

function PanelHead({ title, text, avatar }: { title: string; text: string; avatar?: ReactNode }) {
  return (
    <div className="flex items-center gap-4">
      {avatar}
      <div className="min-w-0">
        <h2 className="text-section break-words text-text md:text-dialog">{title}</h2>
        <p className="text-dense text-text-2">{text}</p>
      </div>
    </div>
  );
}
