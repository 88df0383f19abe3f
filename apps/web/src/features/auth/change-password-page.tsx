import { useNavigate } from "@tanstack/react-router";
import { useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { clearRestriction } from "../../platform/session/session.actions.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { NewPasswordFields } from "../../platform/validation/new-password-fields.tsx";
import { newPasswordErrors } from "../../platform/validation/new-password-errors.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox, SuccessBox } from "../../ui/message-box.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { useFocusFirstError } from "../../ui/use-focus-first-error.ts";
import { changeOwnPassword } from "./auth.api.ts";

interface Errors {
  readonly current?: string;
  readonly password?: string;
  readonly confirmation?: string;
  /** Errors that belong to no field. */
  readonly form?: string;
}

const emptyDraft = { current: "", password: "", confirmation: "" };

/** Words that must not be in the password: parts of the user's and the practice's names. */
function usePasswordContext() {
  const user = useSession((session) => session.user);
  const practiceName = useSession((session) => session.organization?.name ?? null);
  const { firstName = null, lastName = null } = user?.personalInfo ?? {};
  return { firstName, lastName, username: user?.username ?? null, email: user?.email ?? null, practiceName };
}

/** Assigns a problem to the new password's field (such as "passwordBreached") or to the whole form. */
function fromServer(error: unknown, fallback: string): Errors {
  if (!isApiError(error)) return { form: fallback };
  if (error.code === "PASSWORD_INCORRECT") return { current: error.message };
  const field = error.problem?.errors?.find((each) => each.path === "newPassword");
  return field ? { password: field.message } : { form: error.message || fallback };
}

/** Changes the user's own password, voluntarily or because a temporary password forces it. */
export function ChangePasswordPage() {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const navigate = useNavigate();
  const forced = useSession((session) => session.restriction === "password_change");
  const context = usePasswordContext();
  const [draft, setDraft] = useState(emptyDraft);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function validateForm(): Promise<Errors> {
    const current = draft.current === "" ? { current: await validationText("required") } : {};
    return { ...current, ...(await newPasswordErrors(draft.password, draft.confirmation, context)) };
  }

  useFocusFirstError(form, errors);

  async function change(): Promise<void> {
    const found = await validateForm();
    if (Object.keys(found).length > 0) return setErrors(found);
    await changeOwnPassword(draft.current, draft.password);
    setErrors({});
    setDraft(emptyDraft);
    if (forced) {
      clearRestriction();
      await navigate({ to: "/dashboard" });
    } else setDone(true);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setDone(false);
    try {
      await change();
    } catch (error) {
      setErrors(fromServer(error, common("error.title")));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="mx-auto max-w-160">
      <PageHeader
        title={forced ? t("change.forcedTitle") : t("change.title")}
        subtitle={forced ? t("change.forcedText") : t("change.fact")}
      />
      <Card className="mt-4">
        <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid max-w-96 gap-4">
          {done && (
            <SuccessBox title={t("change.done")} closeLabel={common("close")} onHide={() => setDone(false)}>
              {t("change.doneText")}
            </SuccessBox>
          )}
          {errors.form !== undefined && (
            <ErrorBox persistent title={t("change.failed")}>
              {errors.form}
            </ErrorBox>
          )}
          {/* Password managers need the username that belongs to the password. */}
          <input
            type="hidden"
            name="username"
            autoComplete="username"
            value={context.username ?? context.email ?? ""}
          />
          <Field label={t("change.current")} error={errors.current}>
            {(control) => (
              <PasswordInput
                {...control}
                showLabel={common("showPassword")}
                hideLabel={common("hidePassword")}
                maxLength={512}
                value={draft.current}
                onChange={(event) => setDraft({ ...draft, current: event.currentTarget.value })}
              />
            )}
          </Field>
          <NewPasswordFields
            label={t("change.next")}
            confirmLabel={t("change.confirm")}
            password={draft.password}
            confirmation={draft.confirmation}
            onPassword={(password) => setDraft({ ...draft, password })}
            onConfirmation={(confirmation) => setDraft({ ...draft, confirmation })}
            context={context}
            passwordError={errors.password}
            confirmationError={errors.confirmation}
          />
          <div>
            <Button type="submit" variant="primary" busy={busy} busyLabel={t("change.submitting")}>
              {t("change.submit")}
            </Button>
          </div>
        </form>
      </Card>
    </div>
  );
}
