import { grantableRoles } from "@praxisportal/contract/users/users.rules";
import type { Principal } from "@praxisportal/contract/permissions";
import { canonicalRole, canManageUsers, roles, type Role } from "@praxisportal/contract/roles";
import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";

const explained = ["org_admin", "practice_admin", "editor", "viewer"] as const;

/** Returns the signed-in user as the contract's rules take them. */
export function useActor(): Principal {
  const role = useSession((session) => session.user?.role);
  return { role: role?.type ?? "", permissions: role?.permissions ?? [] };
}

/** Returns whether the signed-in user manages members and therefore sees how they sign in. */
export function useCanManagePeople(): boolean {
  const role = canonicalRole(useActor().role);
  return role !== undefined && canManageUsers(role);
}

export interface RoleFieldProps {
  label: string;
  value: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
}

/** Selects one of the roles that the signed-in user may assign, with an explanation. */
export function RoleField({ label, value, onChange, error }: RoleFieldProps) {
  const t = useTranslations("people");
  const names = useTranslations("roles");
  const offered = grantableRoles(useActor(), roles);
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
          {!offered.includes(value) && <option value={value}>{names(value)}</option>}
          {offered.map((role) => (
            <option key={role} value={role}>
              {names(role)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
