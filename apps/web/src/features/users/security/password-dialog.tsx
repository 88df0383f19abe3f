import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { newPasswordErrors } from "../../../platform/validation/new-password-errors.ts";
import { NewPasswordFields } from "../../../platform/validation/new-password-fields.tsx";
import { suggestPassword } from "../../../platform/validation/suggest-password.ts";
import { useFormSubmit } from "../../../platform/validation/use-form-submit.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { Credentials } from "../credentials.tsx";
import { LoadedPerson } from "../loaded-person.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { setPassword } from "./person-security.api.ts";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";

interface PasswordFormProps {
  id: string;
  user: User;
  onBusy: (busy: boolean) => void;
  onSet: (password: string) => void;
}

function PasswordForm({ id, user, onBusy, onSet }: PasswordFormProps) {
  const t = useTranslations("person-security");
  const practiceName = useSession((session) => session.organization?.name ?? null);
  const [draft, setDraft] = useState({ password: "", confirm: "" });
  const context = {
    firstName: user.personalInfo.firstName,
    lastName: user.personalInfo.lastName,
    username: user.username,
    email: user.email,
    practiceName,
  };
  const { form, errors, failure, submit } = useFormSubmit({
    async validate() {
      const { password, confirmation } = await newPasswordErrors(draft.password, draft.confirm, context);
      return {
        ...(password === undefined ? {} : { newPassword: password }),
        ...(confirmation === undefined ? {} : { confirm: confirmation }),
      };
    },
    async onSubmit() {
      onBusy(true);
      try {
        await setPassword(user.id, draft.password);
        onSet(draft.password);
      } finally {
        onBusy(false);
      }
    },
  });
  return (
    <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("failed.setPassword")}>
          {failure}
        </ErrorBox>
      )}
      <NewPasswordFields
        label={t("set.new")}
        confirmLabel={t("set.confirm")}
        password={draft.password}
        confirmation={draft.confirm}
        onPassword={(password) => setDraft((now) => ({ ...now, password }))}
        onConfirmation={(confirm) => setDraft((now) => ({ ...now, confirm }))}
        context={context}
        passwordError={errors["newPassword"]}
        confirmationError={errors["confirm"]}
      />
      <div>
        <Button
          onClick={() => {
            const password = suggestPassword();
            setDraft({ password, confirm: password });
          }}
        >
          {t("set.suggest")}
        </Button>
      </div>
    </form>
  );
}

/** Sets a temporary password and shows it once, to hand over. */
export function PasswordDialog({ organizationId, person, onClose, notify }: PersonDialogBaseProps) {
  const t = useTranslations("person-security");
  const common = useTranslations("common");
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<{ user: User; password: string } | null>(null);
  const form = useId();
  const name = nameOf(person);
  return (
    <Dialog
      open
      size="form"
      dismissible={false}
      onOpenChange={(open) => !open && onClose()}
      closeLabel={common("close")}
      title={t(done === null ? "set.title" : "set.doneTitle", { name })}
      description={t(done === null ? "set.text" : "set.doneText", { name })}
      actions={
        done === null ? (
          <>
            <Button onClick={onClose}>{common("cancel")}</Button>
            <Button variant="primary" type="submit" form={form} busy={busy} busyLabel={t("busy")}>
              {t("set.submit")}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {t("set.done")}
          </Button>
        )
      }
    >
      {done === null ? (
        <LoadedPerson organizationId={organizationId} userId={person.id}>
          {(user) => (
            <PasswordForm
              id={form}
              user={user}
              onBusy={setBusy}
              onSet={(password) => {
                // The user must choose their own password at the next sign-in.
                setDone({ user: { ...user, mustChangePassword: true }, password });
                notify(t("success.setPassword", { name }), user.id);
              }}
            />
          )}
        </LoadedPerson>
      ) : (
        <Credentials organizationId={organizationId} {...done} />
      )}
    </Dialog>
  );
}
