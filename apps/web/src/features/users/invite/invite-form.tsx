import { defaultRole } from "@praxisportal/contract/roles";
import { type RefObject, useId } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextAreaField, TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { DepartmentField } from "../edit/department-field.tsx";
import { type LastDay, useLastDay } from "../edit/last-day.ts";
import { invitePerson, type NewMember } from "../people.api.ts";
import { PersonTemplateField } from "../create/person-template-field.tsx";
import { RoleField } from "../edit/role-field.tsx";

export interface InviteFormProps {
  organizationId: string;
  departments: readonly string[];
  focusRef: RefObject<HTMLInputElement | null>;
  onInvited: (userId: string, email: string) => void;
}

const empty = {
  email: "",
  firstName: "",
  lastName: "",
  department: "",
  jobTitle: "",
  validUntil: "",
  message: "",
  role: defaultRole,
};

function bodyOf(values: typeof empty, lastDay: LastDay): NewMember {
  const { firstName, lastName, department, jobTitle, message } = values;
  return {
    email: values.email,
    role: values.role,
    ...(firstName.trim() === "" ? {} : { firstName }),
    ...(lastName.trim() === "" ? {} : { lastName }),
    ...(department.trim() === "" ? {} : { department }),
    ...(jobTitle.trim() === "" ? {} : { jobTitle }),
    ...(message.trim() === "" ? {} : { message: message.replaceAll(/\s+/g, " ") }),
    validUntil: lastDay.momentOf(values.validUntil),
  };
}

/** Sends an invitation by email. The invited person sets their own password. */
export function InviteForm({ organizationId, departments, focusRef, onInvited }: InviteFormProps) {
  const t = useTranslations("people");
  const list = useId();
  const lastDay = useLastDay();
  const form = useAppForm({
    values: empty,
    schema: async () => (await import("@praxisportal/contract/members/members.schema")).addMemberSchema,
    body: (values) => bodyOf(values, lastDay),
    send: (values, { idempotencyKey }) =>
      invitePerson(organizationId, bodyOf(values, lastDay), idempotencyKey),
    onSuccess: ({ id, email }, values) => onInvited(id, email ?? values.email),
    mapError: (error) =>
      isApiError(error, "USER_LIMIT_REACHED") ? t("error.seats", { problem: error.message }) : undefined,
  });
  const { field, setValue } = form;
  return (
    <AppForm form={form} failureTitle={t("error.create")}>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField {...field("email")} focusRef={focusRef} label={t("field.email")} type="email" />
        <PersonTemplateField
          organizationId={organizationId}
          onFill={({ role, department, jobTitle }) => {
            if (role !== undefined) setValue("role", role);
            setValue("department", department);
            setValue("jobTitle", jobTitle);
          }}
        />
        <TextField {...field("firstName")} label={t("field.firstName")} optional />
        <TextField {...field("lastName")} label={t("field.lastName")} optional />
        <RoleField {...field("role")} label={t("field.role")} />
        <DepartmentField {...field("department")} list={list} departments={departments} />
        <TextField
          {...field("jobTitle")}
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
      <TextAreaField {...field("message")} label={t("field.message")} optional rows={2} maxLength={500} />
    </AppForm>
  );
}
