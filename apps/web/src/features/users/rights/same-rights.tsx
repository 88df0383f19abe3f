import { canGrant } from "@praxisportal/contract/permissions";
import { compareLevels, levelsOf } from "@praxisportal/contract/rights";
import { canonicalRole, type Role } from "@praxisportal/contract/roles";
import { canonicalGrants, grantableRoles } from "@praxisportal/contract/users/users.rules";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { userQuery } from "../../../entities/person/person.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useActor } from "../edit/use-actor.ts";
import type { User } from "../people.api.ts";
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
  } = props;
  const t = useTranslations("people");
  const actor = useActor();
  const client = useQueryClient();
  const load = useAppMutation({
    mutate: (id: string) => client.fetchQuery(userQuery(organizationId, id)),
    onSuccess: take,
    toastTitle: t("error.load"),
  });

  function take(chosen: User): void {
    const { role, grantedPermissions } = chosen;
    onChoose(chosen);
    const type = canonicalRole(role.type);
    if (type === undefined || !grantableRoles(actor, [type]).includes(type)) return;
    // Copies only rights that the signed-in user may grant or that the person already has.
    const permissions = canonicalGrants(grantedPermissions).filter(
      (permission) => currentGrants.includes(permission) || canGrant(actor, [permission]),
    );
    onApply(type, permissions);
  }

  return (
    <>
      <ColleagueChoice
        organizationId={organizationId}
        except={except}
        value={colleague?.id ?? ""}
        onChange={(id) => (id === "" ? onChoose(null) : void load.run(id))}
      />
      <p role="status" className="text-dense text-text-2 empty:hidden">
        {colleague !== null && <Comparison name={name} colleague={colleague} after={after} />}
      </p>
    </>
  );
}

/** Explains whether the person will have the same rights as the colleague. */
function Comparison({ name, colleague, after }: { name: string; colleague: User; after: HeldRights }) {
  const t = useTranslations("rights");
  const { gained, lost } = compareLevels(
    levelsOf(after.role, after.granted),
    levelsOf(colleague.role.type, colleague.grantedPermissions),
  );
  const isSameRole = after.role === colleague.role.type;
  const key = !isSameRole ? "sameRefused" : gained.length + lost.length === 0 ? "sameDone" : "samePart";
  return <>{t(key, { name: name === "" ? t("newPerson") : name, colleague: nameOf(colleague) })}</>;
}
