import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { newPasswordErrors } from "../../platform/validation/new-password-errors.ts";
import { NewPasswordFields } from "../../platform/validation/new-password-fields.tsx";
import { Button } from "../../ui/button/button.tsx";
import { confirmInvitation, type InvitationView } from "./invitation.api.ts";

export type Accepted = Awaited<ReturnType<typeof confirmInvitation>>;

export interface InvitationFormProps {
  token: string;
  view: InvitationView;
  onAccepted: (accepted: Accepted) => void;
  onInvalid: () => void;
}

const empty = { password: "", confirmation: "", username: "" };

/** Accepts an invitation for a user without an account. The user sets a password or only confirms the email address. */
export function InvitationForm({ token, view, onAccepted, onInvalid }: InvitationFormProps) {
  const t = useTranslations("invitation");
  const needsPassword = view.answer === "password";
  const contextOf = ({ username }: typeof empty) => ({
    firstName: view.firstName,
    lastName: view.lastName,
    username: view.username ?? username,
    email: view.email,
    organizationName: view.organizationName,
  });
  const form = useAppForm({
    values: empty,
    check: (values) =>
      needsPassword ? newPasswordErrors(values.password, values.confirmation, contextOf(values)) : {},
    send({ password, ...values }) {
      const username = values.username.trim();
      return confirmInvitation(token, {
        ...(needsPassword ? { password } : {}),
        ...(needsPassword && username !== "" ? { username } : {}),
      });
    },
    onSuccess: onAccepted,
    onFailure: (error) => isApiError(error, "LINK_INVALID") && onInvalid(),
  });

  return (
    <AppForm form={form} failureTitle={t("failed")} className="mt-6">
      <p className="text-body text-text-2">{t(needsPassword ? "password.text" : "confirm.text")}</p>
      {needsPassword && (
        <>
          {/* Password managers need the username that belongs to the password. */}
          <input type="hidden" name="username" autoComplete="username" value={view.email} />
          <NewPasswordFields
            label={t("password.next")}
            confirmLabel={t("password.confirm")}
            password={form.field("password")}
            confirmation={form.field("confirmation")}
            context={contextOf(form.values)}
          />
          {view.username === null && (
            <TextField
              {...form.field("username")}
              label={t("password.username")}
              optional
              hint={t("password.usernameHint")}
              maxLength={64}
            />
          )}
        </>
      )}
      <div>
        <Button
          className="max-md:w-full"
          type="submit"
          variant="primary"
          size="large"
          busy={form.busy}
          busyLabel={t("busy")}
        >
          {t(needsPassword ? "accept" : "confirmEmail")}
        </Button>
      </div>
    </AppForm>
  );
}
