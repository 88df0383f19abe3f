import type { Me } from "@praxisportal/contract/users/users.schema";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { PasswordField, TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { validationText } from "../../../platform/validation/validation-text.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ErrorBox, SuccessBox } from "../../../ui/feedback/message-box.tsx";
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

/** Shows a pending email change, with a button to withdraw it. */
function Pending({ email }: { email: string }) {
  const t = useTranslations("email");
  const withdrawal = useAppMutation({ mutate: () => withdrawOwnEmail() });
  return (
    <ErrorBox
      variant="info"
      persistent
      title={t("card.pending", { email })}
      action={
        <WriteButton size="small" busy={withdrawal.busy} onClick={() => void withdrawal.run()}>
          {t("card.withdraw")}
        </WriteButton>
      }
    >
      {withdrawal.failure === null ? t("card.pendingText") : t("card.failed")}
    </ErrorBox>
  );
}

const noInput = { newEmail: "", password: "" };

/** Shows the user's current and pending email address. Changing the address requires the password. */
export function EmailCard({ user }: { user: Me }) {
  const t = useTranslations("email");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAppForm({
    values: noInput,
    schema: async () => (await import("@praxisportal/contract/users/users.schema")).changeEmailSchema,
    check: async ({ password }, fieldErrors) =>
      password === "" ? { ...fieldErrors, password: await validationText("required") } : fieldErrors,
    send: ({ newEmail, password }) => changeOwnEmail(newEmail, password),
    onSuccess(_result, { newEmail }) {
      setSentTo(newEmail);
      form.reset(noInput);
    },
    mapError: (error) => (isApiError(error, "PASSWORD_INCORRECT") ? error.message : undefined),
  });

  return (
    <Card title={t("card.title")}>
      <div className="grid gap-4">
        <Current user={user} />
        {user.pendingEmail !== null && <Pending email={user.pendingEmail} />}
        <AppForm form={form} label={t("card.title")} failureTitle={t("card.failed")}>
          {sentTo !== null && (
            <SuccessBox title={t("card.sent", { email: sentTo })} onHide={() => setSentTo(null)}>
              {t("card.sentText")}
            </SuccessBox>
          )}
          <div className="grid gap-4 md:grid-cols-2">
            <TextField
              {...form.field("newEmail")}
              label={t("card.new")}
              type="email"
              autoComplete="email"
              spellCheck={undefined}
            />
            <PasswordField
              {...form.field("password")}
              label={t("card.password")}
              hint={t("card.passwordHint")}
              autoComplete="current-password"
            />
          </div>
          <div>
            <WriteButton type="submit" busy={form.busy} busyLabel={t("busy")}>
              {t("card.submit")}
            </WriteButton>
          </div>
        </AppForm>
      </div>
    </Card>
  );
}
