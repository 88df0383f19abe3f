import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may use the older practice server: everyone in the organization may. */
export function mayUseLegacy({ role }: Principal): boolean {
  return role !== "";
}

/** Returns whether the caller may end their own sign-in to the older practice server: everyone may, in any organization. */
export function mayEndLegacySignIn(): boolean {
  return true;
}
