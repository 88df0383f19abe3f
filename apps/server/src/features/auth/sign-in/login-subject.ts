import { normalizeEmail } from "@praxisportal/contract/validation";
import type { LoginCandidate } from "../../../directory/sign-in-person.queries.ts";
import { isUsable, givesAccess, type MembershipRow } from "../../../directory/membership-rules.ts";

/** The name that a user entered on the login page. */
export type LoginName = { email: string | null; username: string | null; organizationId: string | null };

/** Reads the name fields of a login; usernames are case-insensitive. */
export function readLoginName(body: {
  email?: string | undefined;
  username?: string | undefined;
  organizationId?: string | null | undefined;
}): LoginName {
  return {
    email: body.email === undefined ? null : normalizeEmail(body.email),
    username: body.username === undefined ? null : body.username.toLowerCase(),
    organizationId: body.organizationId ?? null,
  };
}

/** A person to whom a name may belong; the device is set if they have signed in on the device of the request. */
type NamedCandidate = LoginCandidate & { known_device_id?: string | null };

/**
 * Returns the one person that a name identifies, or undefined. With a chosen organization, its members come first, then
 * platform accounts. Without one, a platform account comes first, so that no organization can lock it out by giving its
 * username to a member. If several people share a username, it identifies the one who has signed in on this device
 * before, so that no organization can lock members of another one out of their own devices; on other devices the name
 * is ambiguous and identifies no one.
 */
export function chooseCandidate<Candidate extends NamedCandidate>(
  candidates: readonly Candidate[],
  name: LoginName,
): Candidate | undefined {
  const { organizationId } = name;
  const platform = candidates.filter((candidate) => candidate.platform_role !== null);
  const memberCandidates =
    organizationId === null
      ? candidates
      : candidates.filter((candidate) =>
          candidate.memberships.some((membership) => membership.organizationId === organizationId),
        );
  const [preferred, fallback] =
    organizationId === null ? [platform, memberCandidates] : [memberCandidates, platform];
  const group = preferred.length > 0 ? preferred : fallback;
  return onlyOne(group) ?? onlyOne(group.filter((candidate) => (candidate.known_device_id ?? null) !== null));
}

function onlyOne<Candidate>(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

function isSuspended({ organizationStatus }: MembershipRow): boolean {
  return organizationStatus === "suspended";
}

/** Reason why a person with a correct password may not start a session. */
export type Refusal =
  | "ACCOUNT_BLOCKED"
  | "ACCOUNT_DISABLED"
  | "ACCOUNT_NOT_VERIFIED"
  | "ORGANIZATION_SUSPENDED";

/**
 * Returns the organization where a session starts: the chosen organization, else the one used last, else the first
 * usable one, or null for a platform account without an organization. The refusal may be disclosed only after a correct
 * password.
 */
export function chooseStart(
  candidate: LoginCandidate,
  name: LoginName,
  now: Date,
): { organizationId: string | null; membership: MembershipRow | undefined } | { refusal: Refusal } {
  if (candidate.deactivated_at !== null) return { refusal: "ACCOUNT_DISABLED" };
  const consideredRows =
    name.organizationId === null
      ? candidate.memberships
      : candidate.memberships.filter((membership) => membership.organizationId === name.organizationId);
  const usable = consideredRows.filter((membership) => isUsable(membership, now));
  // A suspended organization is chosen only when there is no other.
  const working = usable
    .filter(givesAccess)
    .toSorted((left, right) => Number(isSuspended(left)) - Number(isSuspended(right)));
  const membership =
    working.find((row) => row.organizationId === candidate.last_organization_id && !isSuspended(row)) ??
    working[0];
  if (membership) return { organizationId: membership.organizationId, membership };
  if (candidate.platform_role !== null) return { organizationId: null, membership: undefined };
  if (usable.length > 0) return { refusal: "ORGANIZATION_SUSPENDED" };
  if (consideredRows.some((row) => row.status === "active" && row.blocked))
    return { refusal: "ACCOUNT_BLOCKED" };
  if (consideredRows.some((row) => row.status === "pending")) return { refusal: "ACCOUNT_NOT_VERIFIED" };
  return { refusal: "ACCOUNT_DISABLED" };
}
