import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError, messageOf } from "../../platform/api-client/api-error.ts";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { useFocusFirstError } from "../../ui/form/use-focus-first-error.ts";
import { PersonFields } from "./person-fields.tsx";
import { OrganizationFields } from "./organization-fields.tsx";
import { emptySetup, setupBody, setupSteps, stepErrors, type SetupStep } from "./setup-draft.ts";
import { setUp, type SetupResult } from "./setup.api.ts";
import { StepList } from "./step-list.tsx";

export interface SetupWizardProps {
  token: string;
  onDone: (result: SetupResult) => void;
  /** The link was used or has expired in the meantime. */
  onInvalid: () => void;
}

/** Returns the server's field errors of the first step that has any, without the step's prefix. */
function serverErrors(error: unknown): { step: SetupStep; errors: FieldErrors } | undefined {
  const found = isApiError(error) ? (error.problem?.errors ?? []) : [];
  const step = setupSteps.find((each) => found.some((field) => field.path.startsWith(`${each}.`)));
  if (!step) return undefined;
  const own = found.filter((field) => field.path.startsWith(`${step}.`));
  return {
    step,
    errors: Object.fromEntries(own.map((field) => [field.path.slice(step.length + 1), field.message])),
  };
}

/** Three steps. Nothing is created before the last one is submitted, so going back loses nothing. */
export function SetupWizard({ token, onDone, onInvalid }: SetupWizardProps) {
  const t = useTranslations("setup");
  const common = useTranslations("common");
  const [step, setStep] = useState<SetupStep>("administrator");
  const [draft, setDraft] = useState(emptySetup);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  const index = setupSteps.indexOf(step);
  const last = index === setupSteps.length - 1;

  useEffect(() => {
    // Screen readers must announce each new step. The page itself announces the first one.
    if (moved.current) heading.current?.focus();
    moved.current = true;
  }, [step]);

  useFocusFirstError(form, errors);

  function go(to: SetupStep | undefined): void {
    if (!to) return;
    setErrors({});
    setFailure(null);
    setStep(to);
  }

  async function send(): Promise<void> {
    try {
      onDone(await setUp(setupBody(draft, token)));
    } catch (error) {
      if (isApiError(error, "LINK_INVALID") || isApiError(error, "SETUP_ALREADY_COMPLETED"))
        return onInvalid();
      const fields = serverErrors(error);
      if (fields) {
        setStep(fields.step);
        return setErrors(fields.errors);
      }
      setFailure(messageOf(error, common("error.title")));
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const texts = { sameUsername: t("sameUsername"), sameEmail: t("sameEmail") };
    const found = await stepErrors(step, draft, texts);
    if (Object.keys(found).length > 0) setErrors(found);
    else if (last) await send();
    else go(setupSteps[index + 1]);
    setBusy(false);
  }

  return (
    <>
      <StepList current={step} />
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
        <div>
          <p className="text-small text-text-3">
            {t("progress", { step: index + 1, total: setupSteps.length })}
          </p>
          <h2 ref={heading} tabIndex={-1} className="text-dialog text-text">
            {t(`${step}.step`)}
          </h2>
          <p className="text-dense text-text-2">{t(`${step}.text`)}</p>
        </div>
        {failure !== null && (
          <ErrorBox persistent title={t("failedTitle")}>
            {failure}
          </ErrorBox>
        )}
        {step === "organization" ? (
          <OrganizationFields
            organization={draft.organization}
            errors={errors}
            onChange={(organization) => setDraft({ ...draft, organization })}
          />
        ) : (
          <PersonFields
            key={step}
            person={draft[step]}
            errors={errors}
            organizationName={step === "member" ? draft.organization.name : ""}
            passwordLabel={step === "member" ? t("temporaryPassword") : t("password")}
            onChange={(person) => setDraft({ ...draft, [step]: person })}
          />
        )}
        <div className="mt-2 flex flex-wrap justify-between gap-2">
          {index > 0 ? <Button onClick={() => go(setupSteps[index - 1])}>{common("back")}</Button> : <span />}
          <Button type="submit" variant="primary" busy={busy} busyLabel={last ? t("submitting") : undefined}>
            {last ? t("submit") : common("next")}
          </Button>
        </div>
      </form>
    </>
  );
}
