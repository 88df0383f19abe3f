import { effectivePermissions } from "@praxisportal/contract/permissions";
import { canonicalRole, type Role } from "@praxisportal/contract/roles";
import { grantableRoles } from "@praxisportal/contract/users/users.rules";
import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { changeRole, type User } from "../people.api.ts";
import { PermissionList } from "../permissions/permission-list.tsx";
import type { Undo } from "../use-report-change.ts";
import { RoleField } from "./role-field.tsx";
import { useActor } from "./use-actor.ts";

export interface RoleFormProps {
  user: User;
  onSaved: (user: User, undo?: Undo) => void;
}

/** Changes a role; previews added and removed permissions. */
export function RoleForm({ user, onSaved }: RoleFormProps) {
  const t = useTranslations("people");
  const initial: Role = canonicalRole(user.role.type) ?? "viewer";
  const actor = useActor();
  const form = useAppForm({
    values: { type: initial },
    send: (values) => changeRole(user.id, values, user.version),
    onSuccess(saved) {
      const canUndo = saved.role.type !== initial && grantableRoles(actor, [initial]).includes(initial);
      onSaved(saved, canUndo ? () => changeRole(user.id, { type: initial }, saved.version) : undefined);
    },
  });
  const before = effectivePermissions(user.role.type, user.grantedPermissions);
  const after = effectivePermissions(form.values.type, user.grantedPermissions);
  const gained = after.filter((permission) => !before.includes(permission));
  const lost = before.filter((permission) => !after.includes(permission));
  return (
    <AppForm form={form} failureTitle={t("error.update")}>
      <RoleField {...form.field("type")} label={t("field.role")} />
      <div aria-live="polite" className="grid gap-3">
        {gained.length + lost.length === 0 && <p className="text-dense text-text-2">{t("role.same")}</p>}
        {gained.length > 0 && <PermissionList title={t("role.gained")} permissions={gained} />}
        {lost.length > 0 && <PermissionList title={t("role.lost")} permissions={lost} />}
      </div>
    </AppForm>
  );
}
