import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may change their own preferences: every user may. */
export function mayChangeOwnPreferences(_principal: Principal): boolean {
  return true;
}
