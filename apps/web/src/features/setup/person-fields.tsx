import { useTranslations } from "use-intl";
import { NewPasswordFields } from "../../platform/validation/new-password-fields.tsx";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { contextOf, type PersonDraft } from "./setup-draft.ts";

export interface PersonFieldsProps {
  person: PersonDraft;
  errors: FieldErrors;
  organizationName: string;
  passwordLabel: string;
  onChange: (person: PersonDraft) => void;
}

/** Form fields for one of the first two accounts. */
export function PersonFields({
  person,
  errors,
  organizationName,
  passwordLabel,
  onChange,
}: PersonFieldsProps) {
  const t = useTranslations("setup");
  const common = useTranslations("common");
  const text = (key: "firstName" | "lastName" | "username" | "email", maxLength: number) => ({
    value: person[key],
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...person, [key]: event.currentTarget.value }),
  });
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={t("firstName")} error={errors["firstName"]}>
          {(control) => <TextInput {...control} autoComplete="off" {...text("firstName", 100)} />}
        </Field>
        <Field label={t("lastName")} error={errors["lastName"]}>
          {(control) => <TextInput {...control} autoComplete="off" {...text("lastName", 100)} />}
        </Field>
      </div>
      <Field label={t("username")} hint={t("usernameHint")} error={errors["username"]}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...text("username", 64)}
          />
        )}
      </Field>
      <Field label={t("email")} optionalMark={common("optional")} error={errors["email"]}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="off"
            spellCheck={false}
            {...text("email", 254)}
          />
        )}
      </Field>
      <NewPasswordFields
        label={passwordLabel}
        confirmLabel={t("confirm")}
        password={{
          value: person.password,
          error: errors["password"],
          onChange: (password) => onChange({ ...person, password }),
        }}
        confirmation={{
          value: person.confirmation,
          error: errors["confirmation"],
          onChange: (confirmation) => onChange({ ...person, confirmation }),
        }}
        context={contextOf(person, organizationName)}
      />
    </>
  );
}
