/**
 * The states of an organization and all transitions between them. Server and pages use this table; a
 * transition that is not listed does not exist.
 */
export const organizationStatuses = ["trial", "active", "suspended", "archived", "deleted"] as const;
export type OrganizationStatus = (typeof organizationStatuses)[number];

/**
 * The transitions from each state. `deleted` returns to the former state; see {@link restoredStatus}. `suspended`
 * returns to `active`.
 */
export const organizationTransitions: Readonly<Record<OrganizationStatus, readonly OrganizationStatus[]>> = {
  trial: ["active", "suspended", "archived", "deleted"],
  active: ["suspended", "archived", "deleted"],
  suspended: ["active", "archived", "deleted"],
  archived: ["active", "deleted"],
  deleted: ["trial", "active", "suspended", "archived"],
};

/** Returns whether an organization may change from one state to another. The same state is not a transition. */
export function canTransition(from: OrganizationStatus, to: OrganizationStatus): boolean {
  return organizationTransitions[from].includes(to);
}

/** Returns the state of a deleted organization after its restoration: the former one, or `active` if it is unknown. */
export function restoredStatus(previous: OrganizationStatus | null): OrganizationStatus {
  return previous !== null && canTransition("deleted", previous) ? previous : "active";
}

/** States as displayed. `verified` is an active organization whose details were checked. */
export const organizationStates = [
  "trial",
  "verified",
  "active",
  "suspended",
  "archived",
  "deleted",
] as const;
export type OrganizationState = (typeof organizationStates)[number];

export function displayStateOf(organization: {
  readonly status: OrganizationStatus;
  readonly verifiedAt: string | null;
}): OrganizationState {
  const isVerified = organization.status === "active" && organization.verifiedAt !== null;
  return isVerified ? "verified" : organization.status;
}

/** Returns whether members can sign in. In a suspended organization they can only read, pay and export. */
export function allowsSignIn(status: OrganizationStatus): boolean {
  return status === "trial" || status === "active" || status === "suspended";
}
