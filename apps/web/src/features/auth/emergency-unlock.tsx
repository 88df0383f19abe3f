import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { Button } from "../../ui/button/button.tsx";
import { linkClass } from "../../ui/button/link-style.ts";
import { unlockWithCode } from "./emergency-unlock.api.ts";

/** The account that the user tried to sign in to. */
export interface LockedAccount {
  readonly name: string;
  readonly organizationId: string | null;
  /** Name of the chosen organization. */
  readonly organization: string | null;
}

export interface EmergencyUnlockProps extends LockedAccount {
  /** Returns to the password. */
  onBack: () => void;
}

/** Unlocks an administrator's account with the printed code. The user then signs in as usual. */
export function EmergencyUnlock({ name, organizationId, organization, onBack }: EmergencyUnlockProps) {
  const t = useTranslations("emergency-unlock");
  const [isUnlocked, setUnlocked] = useState(false);
  const doneRef = useRef<HTMLButtonElement>(null);
  const form = useAppForm({
    values: { code: "" },
    check: async ({ code }, fieldErrors) =>
      code.trim() === "" ? { ...fieldErrors, code: await validationText("required") } : fieldErrors,
    send: ({ code }) => unlockWithCode({ name, organizationId, code: code.trim() }),
    onSuccess: () => setUnlocked(true),
    mapError: (error) => (isApiError(error, "CODE_INVALID") ? t("wrong") : undefined),
    keepsInput: false,
  });
  useEffect(() => {
    if (isUnlocked) doneRef.current?.focus();
  }, [isUnlocked]);
  if (isUnlocked) {
    return (
      <>
        <h1 tabIndex={-1} className="text-display text-text">
          {t("doneTitle")}
        </h1>
        <p role="status" className="text-body text-text-2">
          {t("doneText")}
        </p>
        <Button ref={doneRef} variant="primary" size="large" block className="mt-6" onClick={onBack}>
          {t("toLogin")}
        </Button>
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        onClick={onBack}
        className={`${linkClass} inline-flex min-h-10 items-center gap-2 self-start text-dense md:min-h-8`}
      >
        <ArrowLeft size={16} strokeWidth={2} aria-hidden />
        {t("back")}
      </button>
      <h1 tabIndex={-1} className="mt-3 text-display text-text">
        {t("title")}
      </h1>
      <p className="text-body text-text-2">{t("text")}</p>
      <AppForm form={form} label={t("title")} failureTitle={t("failed")} className="mt-6">
        <p className="rounded-r-3 border border-line bg-surface-2 px-4 py-3 text-dense wrap-anywhere">
          <span className="font-strong text-text">{name}</span>
          {organization !== null && <span className="block text-small text-text-2">{organization}</span>}
        </p>
        <TextField
          {...form.field("code")}
          label={t("code")}
          hint={t("hint")}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={64}
        />
        <Button type="submit" variant="primary" size="large" block busy={form.busy} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </AppForm>
    </>
  );
}
