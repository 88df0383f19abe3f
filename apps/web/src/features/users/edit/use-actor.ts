import type { Principal } from "@praxisportal/contract/permissions";
import { canonicalRole, canManageUsers } from "@praxisportal/contract/roles";
import { useSession } from "../../../platform/session/session.store.ts";

/** Returns the signed-in user as a principal for the rules of the contract. */
export function useActor(): Principal {
  const role = useSession((session) => session.user?.role);
  return { role: role?.type ?? "", permissions: role?.permissions ?? [] };
}

/** Returns whether the signed-in user may manage members and therefore see their security data. */
export function useCanManagePeople(): boolean {
  const role = canonicalRole(useActor().role);
  return role !== undefined && canManageUsers(role);
}
