import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import KeyRound from "lucide-react/icons/key-round";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { unlockScreen } from "../../platform/session/lock/lock-screen.ts";
import { Button } from "../../ui/button/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { PersonTiles } from "./person-tiles.tsx";

/** Unlocks a session with a password or passkey. The most recent user is preselected. */
export function UnlockForm({
  people,
  onSessionMissing,
}: {
  people: CurrentWorkstation["people"];
  onSessionMissing: () => void;
}) {
  const t = useTranslations("workstation");
  const common = useTranslations("common");
  const [chosen, setChosen] = useState(people[0]?.userId ?? "");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState<"password" | "passkey" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const person = people.find(({ userId }) => userId === chosen) ?? people[0];

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, [chosen]);

  function choose(userId: string): void {
    setChosen(userId);
    setPassword("");
    setMissing(null);
    setFailure(null);
    field.current?.focus({ preventScroll: true });
  }

  function describe(error: unknown): string {
    if (!isApiError(error)) return t("failed");
    if (error.status === 404) return t("gone");
    return error.message || (error.hasNoResponse ? t("unreachable") : t("failed"));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy !== null || person === undefined) return;
    if (password === "") {
      setMissing(await validationText("required"));
      return field.current?.focus({ preventScroll: true });
    }
    setBusy("password");
    setFailure(null);
    try {
      await unlockScreen(person.userId, { password });
    } catch (error) {
      setFailure(describe(error));
      setPassword("");
      setBusy(null);
      field.current?.focus({ preventScroll: true });
      if (isApiError(error, "NOT_FOUND")) onSessionMissing();
    }
  }

  async function passkeyUnlock(userId: string): Promise<void> {
    if (busy !== null) return;
    setBusy("passkey");
    setFailure(null);
    try {
      const { proofForUnlock } = await import("../../platform/passkeys/passkey-proofs.ts");
      await unlockScreen(userId, { passkey: await proofForUnlock(userId) });
    } catch (error) {
      setFailure(isApiError(error) ? describe(error) : t("passkeyFailed"));
      setBusy(null);
      if (isApiError(error, "NOT_FOUND")) onSessionMissing();
    }
  }

  if (person === undefined) return null;
  return (
    <form
      noValidate
      className="mt-6 grid gap-4"
      onSubmit={(event) => void submit(event)}
      aria-label={t("title")}
    >
      <PersonTiles label={t("choose")} people={people} chosen={person.userId} onChoose={choose} />
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <input type="hidden" name="username" autoComplete="username" value={person.name} readOnly />
      <Field label={t("password", { name: person.name })} error={missing}>
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
              setMissing(null);
            }}
          />
        )}
      </Field>
      <div className="grid gap-3">
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          busy={busy === "password"}
          busyLabel={t("unlocking")}
        >
          {t("unlock")}
        </Button>
        {person.passkey && supportsPasskeys() && (
          <Button
            size="large"
            block
            icon={KeyRound}
            busy={busy === "passkey"}
            busyLabel={t("unlocking")}
            onClick={() => void passkeyUnlock(person.userId)}
          >
            {t("passkey")}
          </Button>
        )}
      </div>
    </form>
  );
}
