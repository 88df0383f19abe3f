import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may end a sign-in to the legacy practice server: everyone may end their own. */
export function mayEndSignIn(): boolean {
  return true;
}

/** Returns whether the caller may use the legacy practice server: everyone in the organization may. */
export function mayUseLegacy({ role }: Principal): boolean {
  return role !== "";
}
