/** The facts that decide whether a member has access and takes a seat. */
export type MembershipState = { status: "pending" | "active" | "deactivated"; validUntil: Date | null };

function isValid({ validUntil }: MembershipState, now: Date): boolean {
  return validUntil === null || now < validUntil;
}

/**
 * Returns the consequences of a change of status or validity: whether it needs a seat, and whether it ends the access.
 */
export function membershipStateChange(before: MembershipState, after: MembershipState, now: Date) {
  const hasSeat = (state: MembershipState) => state.status !== "deactivated" && isValid(state, now);
  return {
    needsSeat: hasSeat(after) && !hasSeat(before),
    endsAccess: !hasSeat(after) && hasSeat(before),
  };
}
