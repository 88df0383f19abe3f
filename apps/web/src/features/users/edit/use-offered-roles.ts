import { grantsSomething } from "@praxisportal/contract/rights";
import { type Role, roles } from "@praxisportal/contract/roles";
import { grantableRoles } from "@praxisportal/contract/users/users.rules";
import { useActor } from "./use-actor.ts";

/** Returns the roles that grant rights and that the signed-in user may assign, highest first. */
export function useOfferedRoles(): Role[] {
  return grantableRoles(useActor(), roles.filter(grantsSomething));
}
