import type { Me } from "@praxisportal/contract/users/users.schema";
import type { IdentityDb, OrganizationDb } from "../platform/db/handles.ts";
import { isUsableMembership } from "../platform/db/usable-membership.ts";
import { ProblemError } from "../platform/http/problem.ts";
import { type PresentedUser, presentMe, presentUser } from "./users.presenter.ts";
import { findMember, findPerson } from "./users.queries.ts";

/** Returns one member of an organization. Errors: 404. */
export async function readUser(db: OrganizationDb, personId: string, now: Date): Promise<PresentedUser> {
  const row = await findMember(db, personId);
  if (row === undefined || row.status === "removed") throw new ProblemError("NOT_FOUND");
  return presentUser(row, now);
}

/**
 * Returns a person as they see themselves: in an organization, or as a platform account where they are not a member.
 */
export async function readMe(
  db: IdentityDb,
  personId: string,
  organizationDb: OrganizationDb | undefined,
  now: Date,
): Promise<Me> {
  const member = organizationDb && (await findMember(organizationDb, personId));
  // A platform account whose membership ended accesses the organization as the platform, not in its former role.
  const isActiveMember =
    member !== undefined &&
    isUsableMembership(
      { status: member.status, blocked: member.blocked_at !== null, validUntil: member.valid_until },
      now,
    );
  const row = isActiveMember ? member : await findPerson(db, personId);
  if (row === undefined) throw new ProblemError("NOT_AUTHENTICATED");
  return presentMe(row, now);
}
