/**
 * The states of a practice and every way from one to another. Server and pages read this one table; a way that is not
 * in it does not exist.
 */
export const organizationStatuses = ["trial", "active", "suspended", "archived", "deleted"] as const;
export type OrganizationStatus = (typeof organizationStatuses)[number];

/**
 * Where each state leads. Out of `suspended` and `deleted` a practice goes back to where it came from, see
 * {@link returnsTo}.
 */
export const organizationTransitions: Readonly<Record<OrganizationStatus, readonly OrganizationStatus[]>> = {
  trial: ["active", "suspended", "archived", "deleted"],
  active: ["suspended", "archived", "deleted"],
  suspended: ["trial", "active", "archived", "deleted"],
  archived: ["active", "deleted"],
  deleted: ["trial", "active", "suspended", "archived"],
};

/** Whether a practice may go from one state to another. Staying is no transition. */
export function mayBecome(from: OrganizationStatus, to: OrganizationStatus): boolean {
  return organizationTransitions[from].includes(to);
}

/**
 * The state that ending a suspension or bringing a practice back leads to: the one it was in before, or `active` where
 * that is not known or not allowed.
 */
export function returnsTo(from: OrganizationStatus, before: OrganizationStatus | null): OrganizationStatus {
  return before !== null && mayBecome(from, before) ? before : "active";
}

/** States as they are called on screen: a verified practice is an active one whose details somebody has checked. */
export const organizationStates = [
  "trial",
  "verified",
  "active",
  "suspended",
  "archived",
  "deleted",
] as const;
export type OrganizationState = (typeof organizationStates)[number];

/** The state to show. */
export function shownState(organization: {
  readonly status: OrganizationStatus;
  readonly verifiedAt: string | null;
}): OrganizationState {
  const isVerified = organization.status === "active" && organization.verifiedAt !== null;
  return isVerified ? "verified" : organization.status;
}

/** Whether people of the practice get in at all; in a suspended one only to read, to pay and to export. */
export function isOpen(status: OrganizationStatus): boolean {
  return status === "trial" || status === "active" || status === "suspended";
}
