import type { Me } from "@praxisportal/contract/users/users.schema";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox, SuccessBox } from "../../ui/message-box.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { changeOwnEmail, withdrawOwnEmail } from "./email.api.ts";

function Current({ user }: { user: Me }) {
  const t = useTranslations("email");
  if (user.email === null) return <p className="text-body text-text-2">{t("card.none")}</p>;
  return (
    <div>
      <p className="text-small text-text-3">{t("card.current")}</p>
      <p className="font-strong break-words text-text">{user.email}</p>
      {!user.emailVerified && <p className="mt-1 text-dense text-warning">{t("card.unverified")}</p>}
    </div>
  );
}

/** A pending email change, with a button to withdraw it. */
function Pending({ email }: { email: string }) {
  const t = useTranslations("email");
  const [failed, setFailed] = useState(false);
  return (
    <ErrorBox
      variant="info"
      persistent
      title={t("card.pending", { email })}
      action={
        <Button
          size="small"
          onClick={() => {
            setFailed(false);
            withdrawOwnEmail().catch(() => setFailed(true));
          }}
        >
          {t("card.withdraw")}
        </Button>
      }
    >
      {failed ? t("card.failed") : t("card.pendingText")}
    </ErrorBox>
  );
}

/** The user's own email address: current, pending, and changing it with the password. */
export function EmailCard({ user }: { user: Me }) {
  const t = useTranslations("email");
  const common = useTranslations("common");
  const [draft, setDraft] = useState({ newEmail: "", password: "" });
  const [sent, setSent] = useState<string | null>(null);
  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { changeEmailSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/users/users.schema"),
      ]);
      const missing = draft.password === "" ? { password: await validationText("required") } : {};
      return { ...(await validate(changeEmailSchema, draft)), ...missing };
    },
    async onSubmit() {
      await changeOwnEmail(draft.newEmail, draft.password);
      setSent(draft.newEmail);
      setDraft({ newEmail: "", password: "" });
    },
    mapError: (error) => (isApiError(error, "PASSWORD_INCORRECT") ? error.message : undefined),
  });

  return (
    <Card title={t("card.title")}>
      <div className="grid gap-4">
        <Current user={user} />
        {user.pendingEmail !== null && <Pending email={user.pendingEmail} />}
        <form ref={form} noValidate onSubmit={submit} aria-label={t("card.title")} className="grid gap-4">
          {sent !== null && (
            <SuccessBox title={t("card.sent", { email: sent })} onHide={() => setSent(null)}>
              {t("card.sentText")}
            </SuccessBox>
          )}
          {failure !== null && (
            <ErrorBox persistent title={t("card.failed")}>
              {failure}
            </ErrorBox>
          )}
          <div className="grid gap-4 md:grid-cols-2">
            <Field label={t("card.new")} error={errors["newEmail"]}>
              {(control) => (
                <TextInput
                  {...control}
                  type="email"
                  autoComplete="email"
                  maxLength={254}
                  value={draft.newEmail}
                  onChange={(event) => setDraft({ ...draft, newEmail: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={t("card.password")} hint={t("card.passwordHint")} error={errors["password"]}>
              {(control) => (
                <PasswordInput
                  {...control}
                  showLabel={common("showPassword")}
                  hideLabel={common("hidePassword")}
                  autoComplete="current-password"
                  maxLength={512}
                  value={draft.password}
                  onChange={(event) => setDraft({ ...draft, password: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
          <div>
            <Button type="submit" busy={busy} busyLabel={t("busy")}>
              {t("card.submit")}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  );
}
