import { defaultRole } from "@praxisportal/contract/roles";
import { type RefObject, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { DepartmentField } from "./department-field.tsx";
import { invitePerson, type NewMember } from "./people.api.ts";
import { endOfDay, TextField } from "./person-fields.tsx";
import { RoleField } from "./role-field.tsx";

export interface InviteFormProps {
  /** Id of the form, for submit buttons outside it. */
  id: string;
  organizationId: string;
  departments: readonly string[];
  first: RefObject<HTMLInputElement | null>;
  onBusy: (busy: boolean) => void;
  onInvited: (userId: string, email: string) => void;
}

const empty = {
  email: "",
  firstName: "",
  lastName: "",
  department: "",
  validUntil: "",
  message: "",
  role: defaultRole,
};
type Draft = typeof empty;

function bodyOf(draft: Draft): NewMember {
  const { firstName, lastName, department, message } = draft;
  return {
    email: draft.email,
    role: draft.role,
    ...(firstName.trim() === "" ? {} : { firstName }),
    ...(lastName.trim() === "" ? {} : { lastName }),
    ...(department.trim() === "" ? {} : { department }),
    ...(message.trim() === "" ? {} : { message: message.replaceAll(/\s+/g, " ") }),
    validUntil: endOfDay(draft.validUntil),
  };
}

/** Sends an invitation by email; the invited person sets their own password. */
export function InviteForm({ id, organizationId, departments, first, onBusy, onInvited }: InviteFormProps) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const [draft, setDraft] = useState(empty);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const list = useId();
  const set = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }));
    setKey(crypto.randomUUID());
  };
  const { form, errors, failure, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { addMemberSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/members/members.schema"),
      ]);
      return validate(addMemberSchema, bodyOf(draft));
    },
    async onSubmit() {
      onBusy(true);
      try {
        const { id: userId, email } = await invitePerson(organizationId, bodyOf(draft), key);
        onInvited(userId, email ?? draft.email);
      } finally {
        onBusy(false);
      }
    },
    mapError: (error) =>
      isApiError(error, "USER_LIMIT_REACHED") ? `${error.message}. ${t("error.seats")}` : undefined,
  });
  const text = (key_: "firstName" | "lastName") => (
    <TextField
      label={t(`field.${key_}`)}
      optional
      value={draft[key_]}
      error={errors[key_]}
      onChange={(value) => set({ [key_]: value })}
    />
  );
  return (
    <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("error.create")}>
          {failure}
        </ErrorBox>
      )}
      <TextField
        first={first}
        label={t("field.email")}
        type="email"
        value={draft.email}
        error={errors["email"]}
        onChange={(email) => set({ email })}
      />
      <div className="grid gap-4 md:grid-cols-2">
        {text("firstName")}
        {text("lastName")}
        <RoleField
          label={t("field.role")}
          value={draft.role}
          error={errors["role"]}
          onChange={(role) => set({ role })}
        />
        <DepartmentField
          list={list}
          departments={departments}
          value={draft.department}
          error={errors["department"]}
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
      <Field label={t("field.message")} optionalMark={common("optional")} error={errors["message"]}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={500}
            value={draft.message}
            onChange={(event) => set({ message: event.currentTarget.value })}
          />
        )}
      </Field>
    </form>
  );
}
