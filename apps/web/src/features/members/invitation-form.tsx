import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { newPasswordErrors } from "../../platform/validation/new-password-errors.ts";
import { NewPasswordFields } from "../../platform/validation/new-password-fields.tsx";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { confirmInvitation, type InvitationView } from "./invitation.api.ts";

export type Accepted = Awaited<ReturnType<typeof confirmInvitation>>;

export interface InvitationFormProps {
  token: string;
  view: InvitationView;
  onAccepted: (accepted: Accepted) => void;
  onInvalid: () => void;
}

/** Accepts an invitation without an account: sets a password, or only confirms the email address. */
export function InvitationForm({ token, view, onAccepted, onInvalid }: InvitationFormProps) {
  const t = useTranslations("invitation");
  const [draft, setDraft] = useState({ password: "", confirm: "", username: "" });
  const needsPassword = view.answer === "password";
  const context = {
    firstName: view.firstName,
    lastName: view.lastName,
    username: view.username ?? draft.username,
    email: view.email,
    practiceName: view.practiceName,
  };
  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      if (!needsPassword) return {};
      const { password, confirmation } = await newPasswordErrors(draft.password, draft.confirm, context);
      return {
        ...(password === undefined ? {} : { password }),
        ...(confirmation === undefined ? {} : { confirm: confirmation }),
      };
    },
    async onSubmit() {
      const username = draft.username.trim();
      onAccepted(
        await confirmInvitation(token, {
          ...(needsPassword ? { password: draft.password } : {}),
          ...(needsPassword && username !== "" ? { username } : {}),
        }),
      );
    },
    mapError(error) {
      if (isApiError(error, "LINK_INVALID")) onInvalid();
      return undefined;
    },
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-6 grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <p className="text-body text-text-2">{t(needsPassword ? "password.text" : "confirm.text")}</p>
      {needsPassword && (
        <>
          {/* Password managers need the username that belongs to the password. */}
          <input type="hidden" name="username" autoComplete="username" value={view.email} />
          <NewPasswordFields
            label={t("password.next")}
            confirmLabel={t("password.confirm")}
            password={draft.password}
            confirmation={draft.confirm}
            onPassword={(password) => setDraft({ ...draft, password })}
            onConfirmation={(confirm) => setDraft({ ...draft, confirm })}
            context={context}
            passwordError={errors["password"]}
            confirmationError={errors["confirm"]}
          />
          {view.username === null && (
            <Field
              label={t("password.username")}
              hint={t("password.usernameHint")}
              error={errors["username"]}
            >
              {(control) => (
                <TextInput
                  {...control}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={64}
                  value={draft.username}
                  onChange={(event) => setDraft({ ...draft, username: event.currentTarget.value })}
                />
              )}
            </Field>
          )}
        </>
      )}
      <div>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t("busy")}>
          {t(needsPassword ? "accept" : "confirmEmail")}
        </Button>
      </div>
    </form>
  );
}
