import { canGrant } from "@praxisportal/contract/permissions";
import { canonicalRole, type Role } from "@praxisportal/contract/roles";
import { grantableRoles } from "@praxisportal/contract/users/users.rules";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { nameOf } from "../../../entities/person/person-name.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { changeRole, type User } from "../people.api.ts";
import { GainsAndLosses, type HeldRights, LevelTable, TechnicalChange } from "../rights/level-changes.tsx";
import { RoleChoice } from "../rights/role-choice.tsx";
import { SameRights } from "../rights/same-rights.tsx";
import type { Undo } from "../../../platform/forms/use-undo-action.ts";
import { useActor } from "./use-actor.ts";

export interface RoleFormProps {
  organizationId: string;
  user: User;
  /** Called with the choice when it changes. */
  onChoice: (choice: RoleChange) => void;
  onSaved: (user: User, undo?: Undo) => void;
}

export interface RoleChange {
  readonly before: HeldRights;
  readonly after: HeldRights;
}

/** Changes a role, chosen directly or copied from a colleague. Shows the gains and losses before it is saved. */
export function RoleForm({ organizationId, user, onChoice, onSaved }: RoleFormProps) {
  const t = useTranslations("people");
  const initial: Role = canonicalRole(user.role.type) ?? "viewer";
  const actor = useActor();
  const [colleague, setColleague] = useState<User | null>(null);
  const form = useAppForm({
    values: { type: initial, permissions: [...user.grantedPermissions] },
    body: ({ type, permissions }) => ({ type, permissions }),
    send: ({ type, permissions }) => changeRole(user.id, { type, permissions }, user.version),
    onSuccess(saved) {
      const before = { type: initial, permissions: [...user.grantedPermissions] };
      const canUndo =
        grantableRoles(actor, [initial]).includes(initial) && canGrant(actor, user.grantedPermissions);
      const isChanged = saved.version !== user.version;
      onSaved(saved, canUndo && isChanged ? () => changeRole(user.id, before, saved.version) : undefined);
    },
  });
  const { values, setValue } = form;
  const before = { role: user.role.type, granted: user.grantedPermissions };
  const after = { role: values.type, granted: values.permissions };

  function choose(type: Role, permissions: string[]): void {
    setValue("type", type);
    setValue("permissions", permissions);
    onChoice({ before, after: { role: type, granted: permissions } });
  }

  return (
    <AppForm form={form} failureTitle={t("error.update")}>
      <div className="grid items-start gap-5 md:grid-cols-[17.5rem_1fr]">
        <div className="grid gap-5">
          <SameRights
            organizationId={organizationId}
            except={user.id}
            name={nameOf(user)}
            currentGrants={user.grantedPermissions}
            after={after}
            colleague={colleague}
            onChoose={setColleague}
            onApply={choose}
            onClear={() => choose(initial, [...user.grantedPermissions])}
          />
          <RoleChoice
            value={values.type}
            current={initial}
            onChange={(type) => {
              choose(type, [...user.grantedPermissions]);
              setColleague(null);
            }}
          />
        </div>
        <div className="grid gap-4">
          <GainsAndLosses before={before} after={after} />
          <LevelTable before={before} after={after} />
          <TechnicalChange after={after} />
        </div>
      </div>
    </AppForm>
  );
}
