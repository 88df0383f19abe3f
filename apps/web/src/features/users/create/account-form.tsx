import { defaultRole, type Role } from "@praxisportal/contract/roles";
import { suggestUsername } from "@praxisportal/contract/username";
import { type RefObject, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { NewPasswordFields } from "../../../platform/validation/new-password-fields.tsx";
import { suggestPassword } from "../../../platform/validation/suggest-password.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { DepartmentField } from "../edit/department-field.tsx";
import { type LastDay, useLastDay } from "../edit/last-day.ts";
import { orNull } from "../edit/or-null.ts";
import { createPerson, type NewUser, type User } from "../people.api.ts";
import { SameRights } from "../rights/same-rights.tsx";
import { PersonTemplateField } from "./person-template-field.tsx";
import { RoleField } from "../edit/role-field.tsx";

export interface AccountFormProps {
  organizationId: string;
  departments: readonly string[];
  focusRef: RefObject<HTMLInputElement | null>;
  /** `password` is the typed password, to hand over to the new user. */
  onCreated: (user: User, password: string) => void;
}

const empty = {
  personalInfo: { firstName: "", lastName: "" },
  username: "",
  email: "",
  phone: "",
  role: { type: defaultRole, permissions: new Array<string>() },
  organizationData: { department: "", jobTitle: "" },
  validUntil: "",
  password: "",
  confirmation: "",
  mustChangePassword: true,
};

function bodyOf({ confirmation: _repeated, ...values }: typeof empty, lastDay: LastDay): NewUser {
  return {
    ...values,
    email: orNull(values.email),
    phone: orNull(values.phone),
    organizationData: {
      department: orNull(values.organizationData.department),
      jobTitle: orNull(values.organizationData.jobTitle),
    },
    validUntil: lastDay.momentOf(values.validUntil),
  };
}

/** Creates an account with username and password that can be used at once. */
export function AccountForm({ organizationId, departments, focusRef, onCreated }: AccountFormProps) {
  const t = useTranslations("people");
  const organizationName = useSession((session) => session.organization?.name ?? null);
  const [isOwnUsername, setOwnUsername] = useState(false);
  const [colleague, setColleague] = useState<User | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const list = useId();
  const lastDay = useLastDay();
  const contextOf = ({ personalInfo, username, email }: typeof empty) => ({
    ...personalInfo,
    username,
    email,
    organizationName,
  });
  const form = useAppForm({
    values: empty,
    schema: async () => (await import("@praxisportal/contract/users/users.schema")).createUserSchema,
    body: (values) => bodyOf(values, lastDay),
    async check(values, fieldErrors) {
      const { newPasswordErrors } = await import("../../../platform/validation/new-password-errors.ts");
      return {
        ...fieldErrors,
        ...(await newPasswordErrors(values.password, values.confirmation, contextOf(values))),
      };
    },
    send: (values, { idempotencyKey }) => createPerson(bodyOf(values, lastDay), idempotencyKey),
    onSuccess: (user, { password }) => onCreated(user, password),
    mapError: (error) =>
      isApiError(error, "USER_LIMIT_REACHED") ? t("error.seats", { problem: error.message }) : undefined,
  });
  const { field, setValue, values } = form;
  const setName = (change: Partial<typeof empty.personalInfo>) => {
    const { firstName, lastName } = { ...values.personalInfo, ...change };
    if (change.firstName !== undefined) setValue("personalInfo.firstName", firstName);
    else setValue("personalInfo.lastName", lastName);
    if (!isOwnUsername) setValue("username", suggestUsername(firstName, lastName));
  };

  /** Sets a role other than the colleague's, so that the colleague's additional rights are not granted. */
  function setRole(type: Role): void {
    setValue("role", { type, permissions: [] });
    setColleague(null);
  }

  return (
    <AppForm form={form} failureTitle={t("error.create")}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          {...field("personalInfo.firstName")}
          focusRef={focusRef}
          label={t("field.firstName")}
          onChange={(firstName) => setName({ firstName })}
        />
        <TextField
          {...field("personalInfo.lastName")}
          label={t("field.lastName")}
          onChange={(lastName) => setName({ lastName })}
        />
      </div>
      <div className="grid items-start gap-4 md:grid-cols-3">
        <TextField
          {...field("username")}
          label={t("field.username")}
          hint={t("field.usernameHint")}
          maxLength={64}
          onChange={(username) => {
            setOwnUsername(username !== "");
            setValue("username", username);
          }}
        />
        <PersonTemplateField
          organizationId={organizationId}
          onFill={({ role, department, jobTitle }) => {
            if (role !== undefined) setRole(role);
            setValue("organizationData", { department, jobTitle });
            setHasMore(true);
          }}
        />
        <RoleField {...field("role.type")} label={t("field.role")} onChange={setRole} />
      </div>
      <SameRights
        organizationId={organizationId}
        name={[values.personalInfo.firstName, values.personalInfo.lastName].join(" ").trim()}
        after={{ role: values.role.type, granted: values.role.permissions }}
        colleague={colleague}
        onChoose={setColleague}
        onApply={(type, permissions) => setValue("role", { type, permissions })}
        onClear={() => colleague !== null && setRole(defaultRole)}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <NewPasswordFields
          label={t("field.password")}
          confirmLabel={t("field.confirm")}
          password={field("password")}
          confirmation={field("confirmation")}
          context={contextOf(values)}
          isForOther
        />
      </div>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <Button
          onClick={() => {
            const password = suggestPassword();
            setValue("password", password);
            setValue("confirmation", password);
          }}
        >
          {t("suggest")}
        </Button>
        <Checkbox
          label={t("field.mustChange")}
          hint={t("field.mustChangeHint")}
          checked={values.mustChangePassword}
          onChange={field("mustChangePassword").onChange}
        />
      </div>
      <details
        className="group"
        open={hasMore}
        onToggle={({ currentTarget }) => {
          setHasMore(currentTarget.open);
          // A template may open this section while the user is working elsewhere in the form.
          if (currentTarget.open && !hasMore) currentTarget.scrollIntoView({ block: "nearest" });
        }}
      >
        <summary className="cursor-pointer text-dense font-label text-accent-text">{t("more")}</summary>
        <div className="mt-4 grid gap-4 md:grid-cols-2">
          <TextField
            {...field("email")}
            label={t("field.email")}
            hint={t("field.emailHint")}
            type="email"
            optional
          />
          <TextField {...field("phone")} label={t("field.phone")} type="tel" optional />
          <DepartmentField {...field("organizationData.department")} list={list} departments={departments} />
          <TextField
            {...field("organizationData.jobTitle")}
            label={t("field.jobTitle")}
            hint={t("field.jobTitleHint")}
            optional
          />
          <TextField
            {...field("validUntil")}
            label={t("field.validUntil")}
            hint={t("field.validUntilHint")}
            type="date"
            optional
          />
        </div>
      </details>
    </AppForm>
  );
}
