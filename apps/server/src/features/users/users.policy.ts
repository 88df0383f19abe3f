import type { Principal } from "@praxisportal/contract/permissions";

/** Everybody with a session may change her own names, phone and settings; what else she is, others decide. */
export function mayChangeOwnProfile(_principal: Principal): boolean {
  return true;
}
