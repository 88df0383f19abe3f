import { useTranslations } from "use-intl";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";

export interface DepartmentFieldProps {
  /** Id of the datalist. */
  list: string;
  departments: readonly string[];
  value: string;
  error?: string | undefined;
  onChange: (department: string) => void;
}

/** Selects an existing department or names a new one. */
export function DepartmentField({ list, departments, value, error, onChange }: DepartmentFieldProps) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  return (
    <Field label={t("field.department")} optionalMark={common("optional")} error={error}>
      {(control) => (
        <>
          <TextInput
            {...control}
            list={list}
            autoComplete="off"
            maxLength={100}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={list}>
            {departments.map((department) => (
              <option key={department} value={department}>
                {department}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
