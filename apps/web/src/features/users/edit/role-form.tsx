import { canGrant } from "@praxisportal/contract/permissions";
import { compareLevels, levelsOf } from "@praxisportal/contract/rights";
import { canonicalRole, type Role } from "@praxisportal/contract/roles";
import { canonicalGrants, grantableRoles } from "@praxisportal/contract/users/users.rules";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { userQuery } from "../../../entities/person/person.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { changeRole, type User } from "../people.api.ts";
import { ColleagueChoice } from "../rights/colleague-choice.tsx";
import { GainsAndLosses, type HeldRights, LevelTable, TechnicalChange } from "../rights/level-changes.tsx";
import { RoleChoice } from "../rights/role-choice.tsx";
import type { Undo } from "../use-report-change.ts";
import { useActor } from "./use-actor.ts";

export interface RoleFormProps {
  organizationId: string;
  user: User;
  onSaved: (user: User, undo?: Undo) => void;
}

/** Changes a role, chosen directly or like that of a colleague; shows what is gained and lost before it is saved. */
export function RoleForm({ organizationId, user, onSaved }: RoleFormProps) {
  const t = useTranslations("people");
  const initial: Role = canonicalRole(user.role.type) ?? "viewer";
  const actor = useActor();
  const client = useQueryClient();
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

  const load = useAppMutation({
    mutate: (id: string) => client.fetchQuery(userQuery(organizationId, id)),
    onSuccess: take,
    toastTitle: t("error.load"),
  });

  /** Takes over the rights of a colleague. */
  function take(chosen: User): void {
    const { role, grantedPermissions } = chosen;
    setColleague(chosen);
    const type = canonicalRole(role.type);
    if (type === undefined || !grantableRoles(actor, [type]).includes(type)) return;
    setValue("type", type);
    // Only what the signed-in user may grant, or what the person has already.
    setValue(
      "permissions",
      canonicalGrants(grantedPermissions).filter(
        (permission) => user.grantedPermissions.includes(permission) || canGrant(actor, [permission]),
      ),
    );
  }

  return (
    <AppForm form={form} failureTitle={t("error.update")}>
      <div className="grid items-start gap-5 md:grid-cols-[17.5rem_1fr]">
        <div className="grid gap-5">
          <ColleagueChoice
            organizationId={organizationId}
            except={user.id}
            value={colleague?.id ?? ""}
            onChange={(id) => (id === "" ? setColleague(null) : void load.run(id))}
          />
          <p role="status" className="text-dense text-text-2 empty:hidden">
            {colleague !== null && <Comparison user={user} colleague={colleague} after={after} />}
          </p>
          <RoleChoice
            value={values.type}
            current={initial}
            onChange={(type) => {
              setValue("type", type);
              setValue("permissions", [...user.grantedPermissions]);
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

/** Says whether the person may then do the same as the colleague. */
function Comparison({ user, colleague, after }: { user: User; colleague: User; after: HeldRights }) {
  const t = useTranslations("rights");
  const { gained, lost } = compareLevels(
    levelsOf(after.role, after.granted),
    levelsOf(colleague.role.type, colleague.grantedPermissions),
  );
  const isSameRole = after.role === colleague.role.type;
  const key = !isSameRole ? "sameRefused" : gained.length + lost.length === 0 ? "sameDone" : "samePart";
  return <>{t(key, { name: nameOf(user), colleague: nameOf(colleague) })}</>;
}
