import { canGrant, type Principal } from "@praxisportal/contract/permissions";
import { compareLevels, grantsSomething, levelsOf } from "@praxisportal/contract/rights";
import { canonicalRole, labelRoles, type Role, roles } from "@praxisportal/contract/roles";
import { canonicalGrants, grantableRoles } from "@praxisportal/contract/users/users.rules";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { userQuery } from "../../../entities/person/person.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useActor } from "../edit/use-actor.ts";
import type { User } from "../people.api.ts";
import type { Colleague } from "../staff/colleague-field.tsx";
import { ColleagueChoice } from "./colleague-choice.tsx";
import type { HeldRights } from "./level-changes.tsx";

const noGrants: readonly string[] = [];

export interface SameRightsProps {
  organizationId: string;
  /** Id of the person who is being changed, or undefined for a new one. */
  except?: string;
  /** Name of the person who gets the rights. Empty if it has not been entered yet. */
  name: string;
  /** Additional rights that the person already has. */
  currentGrants?: readonly string[];
  /** The rights that the form will grant. */
  after: HeldRights;
  /** The chosen colleague, or null if the user has since chosen something else in the form. */
  colleague: User | null;
  onChoose: (colleague: User | null) => void;
  onApply: (type: Role, permissions: string[]) => void;
  /** Takes back the rights of an earlier colleague: the user chose nobody, or someone whose role cannot be assigned. */
  onClear: () => void;
}

/** Returns the role of a colleague if the signed-in user may assign it and it grants rights. */
function assignableRole(actor: Principal, role: string): Role | undefined {
  return grantableRoles(actor, roles.filter(grantsSomething)).find((type) => type === canonicalRole(role));
}

/** Copies the role and additional rights of a colleague, and shows whether both will have the same rights. */
export function SameRights(props: SameRightsProps) {
  const {
    organizationId,
    except,
    name,
    currentGrants = noGrants,
    after,
    colleague,
    onChoose,
    onApply,
    onClear,
  } = props;
  const t = useTranslations("people");
  const actor = useActor();
  const client = useQueryClient();
  const load = useAppMutation({
    mutate: ({ userId }: NonNullable<Colleague>) => client.fetchQuery(userQuery(organizationId, userId)),
    onSuccess: take,
    toastTitle: t("error.load"),
  });

  function take(chosen: User): void {
    const { role, grantedPermissions } = chosen;
    const type = assignableRole(actor, role.type);
    if (type === undefined) onClear();
    onChoose(chosen);
    if (type === undefined) return;
    // Copies only rights that the signed-in user may grant or that the person already has.
    const permissions = canonicalGrants(grantedPermissions).filter(
      (permission) => currentGrants.includes(permission) || canGrant(actor, [permission]),
    );
    onApply(type, permissions);
  }

  function select(selected: Colleague): void {
    if (selected !== null) return void load.run(selected);
    onClear();
    onChoose(null);
  }

  // While a colleague is loaded, they are shown as selected. If loading fails, the previous one is shown again.
  const applied = colleague === null ? null : { userId: colleague.id, name: nameOf(colleague) };
  return (
    <>
      <ColleagueChoice
        organizationId={organizationId}
        except={except}
        value={load.pending ?? applied}
        onChange={select}
      />
      <p role="status" className="text-dense text-text-2 empty:hidden">
        {colleague !== null && <Comparison name={name} colleague={colleague} after={after} />}
      </p>
    </>
  );
}

/** Explains whether the person will have the same rights as the colleague, or why their role is not copied. */
function Comparison({ name, colleague, after }: { name: string; colleague: User; after: HeldRights }) {
  const t = useTranslations("rights");
  const roleNames = useTranslations("roles");
  const actor = useActor();
  const { gained, lost } = compareLevels(
    levelsOf(after.role, after.granted),
    levelsOf(colleague.role.type, colleague.grantedPermissions),
  );
  const colleagueName = nameOf(colleague);
  if (assignableRole(actor, colleague.role.type) === undefined) {
    const label = labelRoles.find((role) => role === canonicalRole(colleague.role.type));
    return label !== undefined
      ? t("sameLabel", { colleague: colleagueName, role: roleNames(label) })
      : t("sameRefused", { colleague: colleagueName });
  }
  const key = gained.length + lost.length === 0 ? "sameDone" : "samePart";
  return t(key, { name: name === "" ? t("newPerson") : name, colleague: colleagueName });
}
