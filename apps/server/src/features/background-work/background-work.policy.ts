import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may retry or discard failed work: only the platform operator may. */
export function mayRetryWork({ role }: Principal): boolean {
  return role === "super_admin";
}
