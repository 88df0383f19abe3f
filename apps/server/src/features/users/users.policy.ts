import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/**
 * Returns true, because every user may change their own names, phone and settings. Other fields have other policies.
 */
export function mayChangeOwnProfile(_principal: Principal): boolean {
  return true;
}

/** Returns whether the caller may see the list of people, and therefore export it. */
export function mayListPeople(principal: Principal): boolean {
  return hasPermission(principal, "users:read");
}

/** Returns whether the caller may see the usage of the organization, and therefore that of other people. */
export function mayReadUsage(principal: Principal): boolean {
  return hasPermission(principal, "usage:read");
}

/** Returns whether the caller may manage people in general. Each person is checked separately. */
export function mayManagePeople(principal: Principal): boolean {
  return hasPermission(principal, "users:write");
}
