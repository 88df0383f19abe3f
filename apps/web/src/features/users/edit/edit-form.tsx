import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { userQuery, userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { DepartmentField } from "./department-field.tsx";
import { type LastDay, useLastDay } from "./last-day.ts";
import { orNull } from "./or-null.ts";
import { updatePerson, type User, type UserChanges } from "../people.api.ts";
import type { Undo } from "../../../platform/forms/use-undo-action.ts";

export interface EditFormProps {
  organizationId: string;
  user: User;
  onSaved: (user: User, undo?: Undo) => void;
}

function valuesOf(user: User, lastDay: LastDay) {
  const { personalInfo, email, phone, organizationData, validUntil } = user;
  return {
    personalInfo: { firstName: personalInfo.firstName, lastName: personalInfo.lastName },
    email: email ?? "",
    phone: phone ?? "",
    organizationData: {
      department: organizationData.department ?? "",
      jobTitle: organizationData.jobTitle ?? "",
      extension: organizationData.extension ?? "",
    },
    validUntil: lastDay.dayOf(validUntil),
  };
}
const workFields = ["department", "jobTitle", "extension"] as const;
type Values = ReturnType<typeof valuesOf>;

/** Returns the values by the keys of their labels. */
function textsOf({ personalInfo, organizationData, ...rest }: Values) {
  return { ...personalInfo, ...organizationData, ...rest };
}
type Texts = ReturnType<typeof textsOf>;

/** Returns the keys of the values that differ. */
function differingFields(values: Values, other: Values): (keyof Texts)[] {
  const [texts, otherTexts] = [textsOf(values), textsOf(other)];
  return (Object.keys(texts) as (keyof Texts)[]).filter((key) => texts[key] !== otherTexts[key]);
}

/** Returns only the changed fields, so that concurrent changes of other fields are kept. */
function changesOf(values: Values, user: User, lastDay: LastDay): UserChanges {
  const changedKeys = new Set(differingFields(values, valuesOf(user, lastDay)));
  return {
    ...(changedKeys.has("firstName") || changedKeys.has("lastName")
      ? { personalInfo: values.personalInfo }
      : {}),
    ...(changedKeys.has("email") ? { email: orNull(values.email) } : {}),
    ...(changedKeys.has("phone") ? { phone: orNull(values.phone) } : {}),
    ...(workFields.some((key) => changedKeys.has(key))
      ? {
          organizationData: Object.fromEntries(
            workFields
              .filter((key) => changedKeys.has(key))
              .map((key) => [key, orNull(values.organizationData[key])]),
          ),
        }
      : {}),
    ...(changedKeys.has("validUntil") ? { validUntil: lastDay.momentOf(values.validUntil) } : {}),
  };
}

/** Edits names, contact data and membership. Concurrent changes are shown before they can be overwritten. */
export function EditForm({ organizationId, user, onSaved }: EditFormProps) {
  const t = useTranslations("people");
  const client = useQueryClient();
  const [base, setBase] = useState(user);
  const departments = useQuery(userStatisticsQuery(organizationId)).data?.departments ?? [];
  const list = useId();
  const listFormat = new Intl.ListFormat(useLocale());
  const lastDay = useLastDay();
  const form = useAppForm({
    values: valuesOf(user, lastDay),
    schema: async () => (await import("@praxisportal/contract/users/users.schema")).updateUserSchema,
    body: (values) => changesOf(values, base, lastDay),
    send: (values) => updatePerson(base.id, changesOf(values, base, lastDay), base.version),
    onSuccess(saved) {
      const undoChanges = changesOf(valuesOf(base, lastDay), saved, lastDay);
      // A mail was sent to the new email address, which cannot be undone.
      const canUndo = Object.keys(undoChanges).length > 0 && !("email" in undoChanges);
      onSaved(saved, canUndo ? () => updatePerson(base.id, undoChanges, saved.version) : undefined);
    },
    // The next save uses the current version.
    onConflict: async () =>
      setBase(await client.fetchQuery({ ...userQuery(organizationId, base.id), staleTime: 0 })),
    // An external person's end date has constraints and is edited with the employment.
    mapError: (error) =>
      (error.problem?.errors ?? []).some(({ path, code }) => path === "validUntil" && code === "readOnly")
        ? t("error.externalEnd")
        : undefined,
  });
  const { field, values, isConflict } = form;
  const changedKeys = differingFields(values, valuesOf(base, lastDay));
  const present = textsOf(valuesOf(base, lastDay));

  return (
    <AppForm form={form} failureTitle={t("error.update")}>
      {isConflict && (
        <ErrorBox
          variant="warning"
          persistent
          title={t("conflict.title")}
          action={
            <Button size="small" onClick={() => form.reset(valuesOf(base, lastDay))}>
              {t("conflict.take")}
            </Button>
          }
        >
          {t("conflict.text")}
          {changedKeys.length > 0 && (
            <span className="mt-1 block">
              {t("conflict.now", {
                fields: listFormat.format(
                  changedKeys.map((key) =>
                    t("conflict.field", { label: t(`field.${key}`), value: present[key] }),
                  ),
                ),
              })}
            </span>
          )}
        </ErrorBox>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...field("personalInfo.firstName")} label={t("field.firstName")} />
        <TextField {...field("personalInfo.lastName")} label={t("field.lastName")} />
        <TextField
          {...field("email")}
          label={t("field.email")}
          hint={t("field.emailHint")}
          type="email"
          optional
        />
        <TextField {...field("phone")} label={t("field.phone")} type="tel" optional />
        <DepartmentField
          {...field("organizationData.department")}
          list={list}
          departments={departments.map(({ name }) => name)}
        />
        <TextField
          {...field("organizationData.jobTitle")}
          label={t("field.jobTitle")}
          hint={t("field.jobTitleHint")}
          optional
        />
        <TextField
          {...field("organizationData.extension")}
          label={t("field.extension")}
          inputMode="tel"
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
    </AppForm>
  );
}
