import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import type { ApiErrorCode } from "../../platform/api-client/api-error.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useUnsavedInput } from "../../platform/forms/unsaved-input.ts";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { useFocusFirstError } from "../../ui/form/use-focus-first-error.ts";
import { PersonFields } from "./person-fields.tsx";
import { OrganizationFields } from "./organization-fields.tsx";
import {
  emptySetup,
  hasInput,
  setupBody,
  setupSteps,
  stepErrors,
  type SetupDraft,
  type SetupStep,
} from "./setup-draft.ts";
import { setUp, type SetupResult } from "./setup.api.ts";
import { StepList } from "./step-list.tsx";

export interface SetupWizardProps {
  token: string;
  onDone: (result: SetupResult) => void;
  /** Called when the link was used or has expired in the meantime. */
  onInvalid: () => void;
}

const linkErrors: readonly ApiErrorCode[] = ["LINK_INVALID", "SETUP_ALREADY_COMPLETED"];

const nothingSubmitted = { errors: {}, areRefusals: false };

/** Returns the field errors of the first step that has any, without the step's prefix. */
function firstStepErrors(fields: FieldErrors): { step: SetupStep; errors: FieldErrors } | undefined {
  const stepIssues = Object.entries(fields);
  const step = setupSteps.find((setupStep) => stepIssues.some(([path]) => path.startsWith(`${setupStep}.`)));
  if (!step) return undefined;
  const stepFields = stepIssues.filter(([path]) => path.startsWith(`${step}.`));
  return {
    step,
    errors: Object.fromEntries(stepFields.map(([path, message]) => [path.slice(step.length + 1), message])),
  };
}

/**
 * Sets up the portal in three steps. Nothing is created before the last one is submitted, so going back loses nothing.
 */
export function SetupWizard({ token, onDone, onInvalid }: SetupWizardProps) {
  const t = useTranslations("setup");
  const common = useTranslations("common");
  const [step, setStep] = useState<SetupStep>("administrator");
  const [draft, setDraft] = useState(emptySetup);
  const [errors, setErrors] = useState<FieldErrors>({});
  // The errors of the last submission, which move the focus. `errors` contains those that remain.
  const [submitted, setSubmitted] = useState<{ errors: FieldErrors; areRefusals: boolean }>(nothingSubmitted);
  const latest = useRef(draft);
  const { run, busy, failure, reset } = useAppMutation({
    mutate: () => setUp(setupBody(draft, token)),
    onSuccess: onDone,
    // An error of an unknown field has no field to show it, so it is shown above the form.
    mapError: ({ problem, message }) =>
      problem?.errors?.some(({ path }) => firstStepErrors({ [path]: message }))
        ? undefined
        : message || undefined,
    onFailure({ code }, fields) {
      if (linkErrors.includes(code)) return onInvalid();
      const found = firstStepErrors(fields);
      if (!found) return;
      setStep(found.step);
      showErrors(found.errors, true);
    },
  });
  const texts = { sameUsername: t("sameUsername"), sameEmail: t("sameEmail") };
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  const index = setupSteps.indexOf(step);
  const isLast = index === setupSteps.length - 1;

  useEffect(() => {
    // Screen readers must announce each new step. The page itself announces the first one.
    if (hasMoved.current) heading.current?.focus();
    hasMoved.current = true;
  }, [step]);

  useFocusFirstError(form, submitted.errors);
  useUnsavedInput(hasInput(draft) && !busy);

  function showErrors(found: FieldErrors, areRefusals = false): void {
    setErrors(found);
    setSubmitted({ errors: found, areRefusals });
  }

  /** Keeps the input. An error disappears once its field is corrected, a server error once its field is changed. */
  async function change(next: SetupDraft): Promise<void> {
    const before: object = draft[step];
    const after: object = next[step];
    setDraft(next);
    latest.current = next;
    const paths = Object.keys(submitted.errors);
    if (paths.length === 0) return;
    if (submitted.areRefusals) {
      const isChanged = (path: string) => Reflect.get(before, path) !== Reflect.get(after, path);
      setErrors(Object.fromEntries(Object.entries(errors).filter(([path]) => !isChanged(path))));
      return;
    }
    const found = await stepErrors(step, next, texts);
    if (latest.current !== next) return;
    setErrors(Object.fromEntries(Object.entries(found).filter(([path]) => paths.includes(path))));
  }

  function go(to: SetupStep | undefined): void {
    if (!to) return;
    showErrors({});
    reset();
    setStep(to);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    reset();
    const found = await stepErrors(step, draft, texts);
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    if (isLast) await run();
    else go(setupSteps[index + 1]);
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
            onChange={(organization) => void change({ ...draft, organization })}
          />
        ) : (
          <PersonFields
            key={step}
            person={draft[step]}
            errors={errors}
            organizationName={step === "member" ? draft.organization.name : ""}
            passwordLabel={step === "member" ? t("temporaryPassword") : t("password")}
            onChange={(person) => void change({ ...draft, [step]: person })}
          />
        )}
        <div className="mt-2 flex flex-wrap justify-between gap-2">
          {index > 0 ? <Button onClick={() => go(setupSteps[index - 1])}>{common("back")}</Button> : <span />}
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyLabel={isLast ? t("submitting") : undefined}
          >
            {isLast ? t("submit") : common("next")}
          </Button>
        </div>
      </form>
    </>
  );
}
