import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { userQuery, userStatisticsQuery } from "../../entities/person/person.api.ts";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { DepartmentField } from "./department-field.tsx";
import { updatePerson, type User, type UserChanges } from "./people.api.ts";
import { dayOf, endOfDay, TextField } from "./person-fields.tsx";

export interface EditFormProps {
  id: string;
  organizationId: string;
  user: User;
  onBusy: (busy: boolean) => void;
  onSaved: (user: User) => void;
}

function draftOf({ personalInfo, email, phone, organizationData, validUntil }: User) {
  return {
    firstName: personalInfo.firstName,
    lastName: personalInfo.lastName,
    email: email ?? "",
    phone: phone ?? "",
    department: organizationData.department ?? "",
    validUntil: dayOf(validUntil),
  };
}
type Draft = ReturnType<typeof draftOf>;
type Key = keyof Draft;

const keys: readonly Key[] = ["firstName", "lastName", "email", "phone", "department", "validUntil"];
const orNull = (text: string) => (text.trim() === "" ? null : text);

/** Returns only the changed fields, so that concurrent changes of other fields are kept. */
function changesOf(draft: Draft, user: User): UserChanges {
  const before = draftOf(user);
  const is = (key: Key) => draft[key] !== before[key];
  return {
    ...(is("firstName") || is("lastName")
      ? { personalInfo: { firstName: draft.firstName, lastName: draft.lastName } }
      : {}),
    ...(is("email") ? { email: orNull(draft.email) } : {}),
    ...(is("phone") ? { phone: orNull(draft.phone) } : {}),
    ...(is("department") ? { organizationData: { department: orNull(draft.department) } } : {}),
    ...(is("validUntil") ? { validUntil: endOfDay(draft.validUntil) } : {}),
  };
}

/** Edits names, contact data and membership. Concurrent changes are shown and never overwritten unseen. */
export function EditForm({ id, organizationId, user, onBusy, onSaved }: EditFormProps) {
  const t = useTranslations("people");
  const client = useQueryClient();
  const [base, setBase] = useState(user);
  const [draft, setDraft] = useState(() => draftOf(user));
  const [conflict, setConflict] = useState<User | null>(null);
  const departments = useQuery(userStatisticsQuery(organizationId)).data?.departments ?? [];
  const list = useId();
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));

  const { form, errors, failure, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { updateUserSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/users/users.schema"),
      ]);
      return validate(updateUserSchema, changesOf(draft, base));
    },
    async onSubmit() {
      onBusy(true);
      try {
        onSaved(await updatePerson(base.id, changesOf(draft, base), base.version));
      } catch (error) {
        if (!isApiError(error, "PRECONDITION_FAILED")) throw error;
        const present = await client.fetchQuery({ ...userQuery(organizationId, base.id), staleTime: 0 });
        setConflict(present);
        // The next save is against the current version.
        setBase(present);
      } finally {
        onBusy(false);
      }
    },
    // An external person's end date has constraints and is edited with the employment.
    mapError: (error) =>
      (error.problem?.errors ?? []).some(({ path, code }) => path === "validUntil" && code === "readOnly")
        ? t("error.externalEnd")
        : undefined,
  });
  const field = (key: "firstName" | "lastName" | "email" | "phone", path: string) => (
    <TextField
      label={t(`field.${key}`)}
      {...(key === "email" ? { hint: t("field.emailHint"), type: "email" as const } : {})}
      {...(key === "phone" ? { type: "tel" as const } : {})}
      optional={key === "email" || key === "phone"}
      value={draft[key]}
      error={errors[path]}
      onChange={(value) => set({ [key]: value })}
    />
  );
  const differing = conflict === null ? [] : keys.filter((key) => draftOf(conflict)[key] !== draft[key]);

  return (
    <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("error.update")}>
          {failure}
        </ErrorBox>
      )}
      {conflict !== null && (
        <ErrorBox
          variant="warning"
          persistent
          title={t("conflict.title")}
          action={
            <Button
              size="small"
              onClick={() => {
                setDraft(draftOf(conflict));
                setConflict(null);
              }}
            >
              {t("conflict.take")}
            </Button>
          }
        >
          {t("conflict.text")}
          {differing.length > 0 && (
            <span className="mt-1 block">
              {t("conflict.now", {
                fields: differing.map((key) => `${t(`field.${key}`)} „${draftOf(conflict)[key]}“`).join(", "),
              })}
            </span>
          )}
        </ErrorBox>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        {field("firstName", "personalInfo.firstName")}
        {field("lastName", "personalInfo.lastName")}
        {field("email", "email")}
        {field("phone", "phone")}
        <DepartmentField
          list={list}
          departments={departments.map(({ name }) => name)}
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
    </form>
  );
}
