import { effectivePermissions } from "@praxisportal/contract/permissions";
import { canonicalRole, type Role } from "@praxisportal/contract/roles";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { ErrorBox } from "../../ui/message-box.tsx";
import { changeRole, type User } from "./people.api.ts";
import { PermissionList } from "./permission-list.tsx";
import { RoleField } from "./role-field.tsx";

export interface RoleFormProps {
  id: string;
  user: User;
  onBusy: (busy: boolean) => void;
  onSaved: (user: User) => void;
}

/** Changes a role; previews added and removed permissions. */
export function RoleForm({ id, user, onBusy, onSaved }: RoleFormProps) {
  const t = useTranslations("people");
  const [role, setRole] = useState<Role>(canonicalRole(user.role.type) ?? "viewer");
  const { form, errors, failure, submit } = useFormSubmit({
    validate: async () => ({}),
    async onSubmit() {
      onBusy(true);
      try {
        onSaved(await changeRole(user.id, { type: role }, user.version));
      } finally {
        onBusy(false);
      }
    },
  });
  const before = effectivePermissions(user.role.type, user.grantedPermissions);
  const after = effectivePermissions(role, user.grantedPermissions);
  const gained = after.filter((permission) => !before.includes(permission));
  const lost = before.filter((permission) => !after.includes(permission));
  return (
    <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("error.update")}>
          {failure}
        </ErrorBox>
      )}
      <RoleField label={t("field.role")} value={role} onChange={setRole} error={errors["type"]} />
      <div aria-live="polite" className="grid gap-3">
        {gained.length + lost.length === 0 && <p className="text-dense text-text-2">{t("role.same")}</p>}
        {gained.length > 0 && <PermissionList title={t("role.gained")} permissions={gained} />}
        {lost.length > 0 && <PermissionList title={t("role.lost")} permissions={lost} />}
      </div>
    </form>
  );
}
