import {
  isOpen,
  mayBecome,
  type OrganizationStatus,
} from "@praxisportal/contract/organizations/organization-state.rules";

/** What the operator does to the state of a practice, in the order of the menu. */
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

/** The steps that a state allows; the one table of states decides. */
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
