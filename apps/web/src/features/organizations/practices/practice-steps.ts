import {
  isOpen,
  mayBecome,
  type OrganizationStatus,
} from "@praxisportal/contract/organizations/organization-state.rules";

/** Actions of the operator on a practice, in menu order. */
export const practiceSteps = [
  "open",
  "activate",
  "suspend",
  "reactivate",
  "archive",
  "unarchive",
  "restore",
  "remove",
] as const;
export type PracticeStep = (typeof practiceSteps)[number];

/** Returns the actions that a status allows, based on the contract's transition table. */
export function stepsFrom(status: OrganizationStatus): readonly PracticeStep[] {
  const allowed: Readonly<Record<PracticeStep, boolean>> = {
    open: isOpen(status),
    activate: status === "trial" && mayBecome(status, "active"),
    suspend: isOpen(status) && mayBecome(status, "suspended"),
    reactivate: status === "suspended",
    archive: isOpen(status) && mayBecome(status, "archived"),
    unarchive: status === "archived" && mayBecome(status, "active"),
    restore: status === "deleted",
    remove: mayBecome(status, "deleted"),
  };
  return practiceSteps.filter((step) => allowed[step]);
}
