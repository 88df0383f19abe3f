import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { PasswordField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { clearRestriction } from "../../platform/session/session.actions.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { NewPasswordFields } from "../../platform/validation/new-password-fields.tsx";
import { newPasswordErrors } from "../../platform/validation/new-password-errors.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { SuccessBox } from "../../ui/feedback/message-box.tsx";
import { cx } from "../../ui/cx.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { changeOwnPassword } from "./auth.api.ts";

const empty = { current: "", newPassword: "", confirmation: "" };

/** Returns the words that must not be in the password: parts of the user's and the organization's names. */
function usePasswordContext() {
  const user = useSession((session) => session.user);
  const organizationName = useSession((session) => session.organization?.name ?? null);
  const { firstName = null, lastName = null } = user?.personalInfo ?? {};
  return {
    firstName,
    lastName,
    username: user?.username ?? null,
    email: user?.email ?? null,
    organizationName,
  };
}

/** Changes the user's own password, voluntarily or because a temporary password forces it. */
export function ChangePasswordPage() {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const navigate = useNavigate();
  const { notifySuccess } = useNotify();
  const forced = useSession((session) => session.restriction === "password_change");
  const context = usePasswordContext();
  const [isDone, setIsDone] = useState(false);
  /** Right after the sign-in with a temporary password, the server does not require it again. */
  const [isCurrentRequired, setCurrentRequired] = useState(!forced);
  const firstField = useRef<HTMLInputElement>(null);
  // The user has just signed in and can only fill in this form.
  useEffect(() => {
    if (forced) firstField.current?.focus();
  }, [forced]);
  const form = useAppForm({
    values: empty,
    check: async (values) => ({
      ...(isCurrentRequired && values.current === "" ? { current: await validationText("required") } : {}),
      ...(await newPasswordErrors(values.newPassword, values.confirmation, context, "newPassword")),
    }),
    send(values) {
      setIsDone(false);
      return changeOwnPassword(isCurrentRequired ? values.current : undefined, values.newPassword);
    },
    async onSuccess() {
      form.reset(empty);
      if (!forced) return setIsDone(true);
      clearRestriction();
      notifySuccess(t("change.done"));
      await navigate({ to: "/dashboard" });
    },
    errorFields(error): Record<string, string> {
      if (!isApiError(error, "PASSWORD_INCORRECT")) return {};
      return { current: isCurrentRequired ? error.message : t("change.currentNeeded") };
    },
    // The sign-in was too long ago.
    onFailure: (error) => isApiError(error, "PASSWORD_INCORRECT") && setCurrentRequired(true),
  });

  return (
    <div className={cx("max-w-160", forced && "mx-auto")}>
      <PageHeader
        title={forced ? t("change.forcedTitle") : t("change.title")}
        subtitle={forced ? t("change.forcedText") : t("change.subtitle")}
      />
      <Card className="mt-4">
        <AppForm form={form} failureTitle={t("change.failed")} className="max-w-96">
          {isDone && (
            <SuccessBox title={t("change.done")} closeLabel={common("close")} onHide={() => setIsDone(false)}>
              {t("change.doneText")}
            </SuccessBox>
          )}
          {/* Password managers need the username that belongs to the password. */}
          <input
            type="hidden"
            name="username"
            autoComplete="username"
            value={context.username ?? context.email ?? ""}
          />
          {isCurrentRequired && <PasswordField {...form.field("current")} label={t("change.current")} />}
          <NewPasswordFields
            label={t("change.next")}
            confirmLabel={t("change.confirm")}
            password={form.field("newPassword")}
            confirmation={form.field("confirmation")}
            context={context}
            focusRef={firstField}
          />
          <div>
            <Button
              className="max-md:w-full"
              type="submit"
              variant="primary"
              busy={form.busy}
              busyLabel={t("change.submitting")}
            >
              {t("change.submit")}
            </Button>
          </div>
        </AppForm>
      </Card>
    </div>
  );
}
