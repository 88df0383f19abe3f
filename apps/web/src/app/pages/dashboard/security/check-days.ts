import { idleAccountMs, unusedAccountMs } from "@praxisportal/contract/limits";
import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";

const dayMs = 86_400_000;

/** Returns the number of days after which a check counts an item, 0 if it does not depend on time. */
export function daysOf(check: SecurityCheck["id"]): number {
  if (check === "idleAccounts") return idleAccountMs / dayMs;
  return check === "oldInvitations" || check === "temporaryPasswords" ? unusedAccountMs / dayMs : 0;
}
