import type { Role } from "@praxisportal/contract/roles";
import { useTranslations } from "use-intl";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { useOfferedRoles } from "./use-offered-roles.ts";

const explained = ["org_admin", "practice_admin", "editor", "viewer"] as const;

export interface RoleFieldProps {
  label: string;
  value: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
}

/** Selects one of the roles that grant rights and that the signed-in user may assign, with an explanation. */
export function RoleField({ label, value, onChange, error }: RoleFieldProps) {
  const t = useTranslations("people");
  const names = useTranslations("roles");
  const offeredRoles = useOfferedRoles();
  const key = explained.find((role) => role === value) ?? "other";
  return (
    <Field label={label} hint={t(`roleHint.${key}`)} error={error}>
      {(control) => (
        <NativeSelect
          {...control}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as Role)}
        >
          {/* Keep the current role visible, even if it cannot be assigned. */}
          {!offeredRoles.includes(value) && <option value={value}>{names(value)}</option>}
          {offeredRoles.map((role) => (
            <option key={role} value={role}>
              {names(role)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
