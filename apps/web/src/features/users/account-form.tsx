import { suggestUsername } from "@praxisportal/contract/username";
import { defaultRole } from "@praxisportal/contract/roles";
import { type RefObject, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { NewPasswordFields } from "../../platform/validation/new-password-fields.tsx";
import { suggestPassword } from "../../platform/validation/suggest-password.ts";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { createPerson, type NewUser, type User } from "./people.api.ts";
import { endOfDay, TextField } from "./person-fields.tsx";
import { DepartmentField } from "./department-field.tsx";
import { RoleField } from "./role-field.tsx";

export interface AccountFormProps {
  /** Id of the form, for submit buttons outside it. */
  id: string;
  departments: readonly string[];
  first: RefObject<HTMLInputElement | null>;
  onBusy: (busy: boolean) => void;
  /** `password` is the typed password, to hand over to the new user. */
  onCreated: (user: User, password: string) => void;
}

const empty = {
  firstName: "",
  lastName: "",
  username: "",
  email: "",
  phone: "",
  department: "",
  validUntil: "",
  password: "",
  confirm: "",
  role: defaultRole,
  mustChange: true,
};
type Draft = typeof empty;

const orNull = (text: string) => (text.trim() === "" ? null : text);

function bodyOf(draft: Draft): NewUser {
  return {
    username: draft.username,
    personalInfo: { firstName: draft.firstName, lastName: draft.lastName },
    email: orNull(draft.email),
    phone: orNull(draft.phone),
    role: { type: draft.role },
    organizationData: { department: orNull(draft.department) },
    validUntil: endOfDay(draft.validUntil),
    password: draft.password,
    mustChangePassword: draft.mustChange,
  };
}

/** Creates an account with username and password that can be used at once. */
export function AccountForm({ id, departments, first, onBusy, onCreated }: AccountFormProps) {
  const t = useTranslations("people");
  const practiceName = useSession((session) => session.organization?.name ?? null);
  const [draft, setDraft] = useState(empty);
  const [isOwnUsername, setOwnUsername] = useState(false);
  // Idempotency key, renewed with each edit: repeated clicks or retries never create a second account.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const list = useId();
  const set = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }));
    setKey(crypto.randomUUID());
  };
  const setName = (change: Pick<Partial<Draft>, "firstName" | "lastName">) => {
    const names = { firstName: draft.firstName, lastName: draft.lastName, ...change };
    const username = suggestUsername(names.firstName, names.lastName);
    set(isOwnUsername ? change : { ...change, username });
  };
  const context = {
    firstName: draft.firstName,
    lastName: draft.lastName,
    username: draft.username,
    email: draft.email,
    practiceName,
  };

  const { form, errors, failure, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { createUserSchema }, { newPasswordErrors }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/users/users.schema"),
        import("../../platform/validation/new-password-errors.ts"),
      ]);
      const { password, confirmation } = await newPasswordErrors(draft.password, draft.confirm, context);
      return {
        ...(await validate(createUserSchema, bodyOf(draft))),
        ...(password === undefined ? {} : { password }),
        ...(confirmation === undefined ? {} : { confirm: confirmation }),
      };
    },
    async onSubmit() {
      onBusy(true);
      try {
        onCreated(await createPerson(bodyOf(draft), key), draft.password);
      } finally {
        onBusy(false);
      }
    },
    mapError: (error) =>
      isApiError(error, "USER_LIMIT_REACHED") ? `${error.message}. ${t("error.seats")}` : undefined,
  });

  return (
    <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("error.create")}>
          {failure}
        </ErrorBox>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          first={first}
          label={t("field.firstName")}
          value={draft.firstName}
          error={errors["personalInfo.firstName"]}
          onChange={(firstName) => setName({ firstName })}
        />
        <TextField
          label={t("field.lastName")}
          value={draft.lastName}
          error={errors["personalInfo.lastName"]}
          onChange={(lastName) => setName({ lastName })}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={t("field.username")}
          hint={t("field.usernameHint")}
          value={draft.username}
          maxLength={64}
          error={errors["username"]}
          onChange={(username) => {
            setOwnUsername(username !== "");
            set({ username });
          }}
        />
        <RoleField
          label={t("field.role")}
          value={draft.role}
          error={errors["role.type"]}
          onChange={(role) => set({ role })}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <NewPasswordFields
          label={t("field.password")}
          confirmLabel={t("field.confirm")}
          password={draft.password}
          confirmation={draft.confirm}
          onPassword={(password) => set({ password })}
          onConfirmation={(confirm) => set({ confirm })}
          context={context}
          passwordError={errors["password"]}
          confirmationError={errors["confirm"]}
        />
      </div>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <Button
          onClick={() => {
            const password = suggestPassword();
            set({ password, confirm: password });
          }}
        >
          {t("suggest")}
        </Button>
        <Checkbox
          label={t("field.mustChange")}
          hint={t("field.mustChangeHint")}
          checked={draft.mustChange}
          onChange={(mustChange) => set({ mustChange })}
        />
      </div>
      <details className="group">
        <summary className="cursor-pointer text-dense font-label text-accent-text">{t("more")}</summary>
        <div className="mt-4 grid gap-4 md:grid-cols-2">
          <TextField
            label={t("field.email")}
            hint={t("field.emailHint")}
            type="email"
            optional
            value={draft.email}
            error={errors["email"]}
            onChange={(email) => set({ email })}
          />
          <TextField
            label={t("field.phone")}
            type="tel"
            optional
            value={draft.phone}
            error={errors["phone"]}
            onChange={(phone) => set({ phone })}
          />
          <DepartmentField
            list={list}
            departments={departments}
            value={draft.department}
            error={errors["organizationData.department"]}
            onChange={(department) => set({ department })}
          />
          <TextField
            label={t("field.validUntil")}
            hint={t("field.validUntilHint")}
            type="date"
            optional
            value={draft.validUntil}
            error={errors["validUntil"]}
            onChange={(validUntil) => set({ validUntil })}
          />
        </div>
      </details>
    </form>
  );
}
