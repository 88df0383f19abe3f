import {
  allowsSignIn,
  canTransition,
  type OrganizationStatus,
} from "@praxisportal/contract/organizations/organization-state.rules";

/** Actions of the operator on an organization, in menu order. */
export const organizationSteps = [
  "open",
  "activate",
  "suspend",
  "reactivate",
  "archive",
  "unarchive",
  "restore",
  "remove",
] as const;
export type OrganizationStep = (typeof organizationSteps)[number];

/** Returns the actions that a status allows, based on the contract's transition table. */
export function stepsFrom(status: OrganizationStatus): readonly OrganizationStep[] {
  const isAllowed: Readonly<Record<OrganizationStep, boolean>> = {
    open: allowsSignIn(status),
    activate: status === "trial" && canTransition(status, "active"),
    suspend: allowsSignIn(status) && canTransition(status, "suspended"),
    reactivate: status === "suspended",
    archive: allowsSignIn(status) && canTransition(status, "archived"),
    unarchive: status === "archived" && canTransition(status, "active"),
    restore: status === "deleted",
    remove: canTransition(status, "deleted"),
  };
  return organizationSteps.filter((step) => isAllowed[step]);
}
