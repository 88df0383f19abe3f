import { useState } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { newPasswordErrors } from "../../../platform/validation/new-password-errors.ts";
import { NewPasswordFields } from "../../../platform/validation/new-password-fields.tsx";
import { suggestPassword } from "../../../platform/validation/suggest-password.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Credentials } from "../create/credentials.tsx";
import { LoadedPerson } from "../person/loaded-person.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { setPassword } from "./person-security.api.ts";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";
import { useReportChange } from "../use-report-change.ts";

function PasswordForm({ user, onSet }: { user: User; onSet: (password: string) => void }) {
  const t = useTranslations("person-security");
  const organizationName = useSession((session) => session.organization?.name ?? null);
  const { firstName, lastName } = user.personalInfo;
  const context = { firstName, lastName, username: user.username, email: user.email, organizationName };
  const form = useAppForm({
    values: { newPassword: "", confirmation: "" },
    keepsInput: false,
    check: (values) => newPasswordErrors(values.newPassword, values.confirmation, context, "newPassword"),
    send: ({ newPassword }) => setPassword(user.id, newPassword),
    onSuccess: (_result, { newPassword }) => onSet(newPassword),
  });
  return (
    <AppForm form={form} failureTitle={t("failed.setPassword")}>
      <NewPasswordFields
        label={t("set.new")}
        confirmLabel={t("set.confirm")}
        password={form.field("newPassword")}
        confirmation={form.field("confirmation")}
        context={context}
        isForOther
      />
      <div>
        <Button
          onClick={() => {
            const password = suggestPassword();
            form.setValue("newPassword", password);
            form.setValue("confirmation", password);
          }}
        >
          {t("set.suggest")}
        </Button>
      </div>
    </AppForm>
  );
}

/** Sets a temporary password and shows it once, so that it can be handed over. */
export function PasswordDialog({ organizationId, person, onClose }: PersonDialogBaseProps) {
  const t = useTranslations("person-security");
  const report = useReportChange(organizationId);
  const common = useTranslations("common");
  const [done, setDone] = useState<{ user: User; password: string } | null>(null);
  const name = nameOf(person);
  if (done === null) {
    return (
      <FormDialog
        title={t("set.title", { name })}
        description={t("set.text", { name })}
        submitLabel={t("set.submit")}
        busyLabel={t("busy")}
        onClose={onClose}
      >
        <LoadedPerson organizationId={organizationId} userId={person.id}>
          {(user) => (
            <PasswordForm
              user={user}
              onSet={(password) => {
                // The user must choose their own password at the next sign-in.
                setDone({ user: { ...user, mustChangePassword: true }, password });
                void report(t("success.setPassword", { name }), person.id);
              }}
            />
          )}
        </LoadedPerson>
      </FormDialog>
    );
  }
  return (
    <Dialog
      open
      size="form"
      dismissible={false}
      onOpenChange={(open) => !open && onClose()}
      closeLabel={common("close")}
      title={t("set.doneTitle", { name })}
      description={t("set.doneText", { name })}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t("set.done")}
        </Button>
      }
    >
      <Credentials organizationId={organizationId} user={done.user} password={done.password} />
    </Dialog>
  );
}
