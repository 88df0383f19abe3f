/**
 * The states of an organization and all transitions between them. Server and pages use this table; a
 * transition that is not listed does not exist.
 */
export const organizationStatuses = ["trial", "active", "suspended", "archived", "deleted"] as const;
export type OrganizationStatus = (typeof organizationStatuses)[number];

/**
 * The transitions from each state. From `suspended` and `deleted` an organization returns to its former
 * state; see {@link restoredStatus}.
 */
export const organizationTransitions: Readonly<Record<OrganizationStatus, readonly OrganizationStatus[]>> = {
  trial: ["active", "suspended", "archived", "deleted"],
  active: ["suspended", "archived", "deleted"],
  suspended: ["trial", "active", "archived", "deleted"],
  archived: ["active", "deleted"],
  deleted: ["trial", "active", "suspended", "archived"],
};

/** Returns whether an organization may change from one state to another. Staying is not a transition. */
export function canTransition(from: OrganizationStatus, to: OrganizationStatus): boolean {
  return organizationTransitions[from].includes(to);
}

/**
 * Returns the state after ending a suspension or restoring: the former one, or `active` if it is unknown or
 * not allowed.
 */
export function restoredStatus(
  from: OrganizationStatus,
  previous: OrganizationStatus | null,
): OrganizationStatus {
  return previous !== null && canTransition(from, previous) ? previous : "active";
}

/** States as displayed: a verified organization is an active one whose details were checked. */
export const organizationStates = [
  "trial",
  "verified",
  "active",
  "suspended",
  "archived",
  "deleted",
] as const;
export type OrganizationState = (typeof organizationStates)[number];

/** Returns the state to display. */
export function displayStateOf(organization: {
  readonly status: OrganizationStatus;
  readonly verifiedAt: string | null;
}): OrganizationState {
  const isVerified = organization.status === "active" && organization.verifiedAt !== null;
  return isVerified ? "verified" : organization.status;
}

/** Returns whether members can sign in at all; in a suspended organization only to read, pay and export. */
export function allowsSignIn(status: OrganizationStatus): boolean {
  return status === "trial" || status === "active" || status === "suspended";
}
