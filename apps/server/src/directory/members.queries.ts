import { sql } from "kysely";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import type { OrganizationQueries } from "../platform/db/query-builders.ts";
import { invitationRevocation } from "./invitations.queries.ts";
import { erasedName, type LockedPerson, personLock } from "./people.queries.ts";
import { usableMembership } from "../platform/db/usable-membership.ts";

/** A member and their person, locked for a change. */
export type MemberForChange = {
  personId: string;
  membershipId: string;
  username: string | null;
  role: string;
  granted: string[];
  status: "pending" | "active" | "deactivated";
  department: string | null;
  jobTitle: string | null;
  extension: string | null;
  validUntil: Date | null;
  /** Whether the member is external, so that the organization must set an end date. */
  isExternal: boolean;
  firstName: string;
  lastName: string;
  /** Confirmed address. */
  email: string | null;
  pendingEmail: string | null;
  phone: string | null;
  platformRole: string | null;
  language: string;
  /** Covers person and membership: a change of either increases it. */
  version: number;
};

function membershipForChange(db: OrganizationQueries, organizationId: string, personId: string) {
  return db
    .selectFrom("membership")
    .select([
      "id",
      "username",
      "role",
      "permissions",
      "department",
      "job_title",
      "extension",
      "valid_until",
      "is_external",
      "version",
    ])
    .select(sql<MemberForChange["status"]>`status`.as("status"))
    .where("organization_id", "=", organizationId)
    .where("person_id", "=", personId)
    .where("status", "<>", "removed");
}

/**
 * Locks the person of a member and their membership. Returns undefined when there is none. The person's own changes and
 * sign-ins lock the two rows in the same order; the reverse order could deadlock.
 */
export async function lockMember(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<MemberForChange | undefined> {
  // Read without a lock first, so that a person of another organization is never locked.
  const [matches] = await tx.sendIn<[{ id: string }]>(organizationId, (db) => [
    membershipForChange(db, organizationId, personId),
  ]);
  return matches.length === 0 ? undefined : lockFoundMember(tx, organizationId, personId);
}

/** Like {@link lockMember}, but locks the organization first and then looks the member up in it. */
export async function lockMemberInOrganization(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<MemberForChange | undefined> {
  const [, matches] = await tx.sendIn<[unknown, { id: string }]>(organizationId, (db) => [
    organizationLock(db, organizationId),
    membershipForChange(db, organizationId, personId),
  ]);
  return matches.length === 0 ? undefined : lockFoundMember(tx, organizationId, personId);
}

async function lockFoundMember(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<MemberForChange | undefined> {
  type Membership = Awaited<ReturnType<ReturnType<typeof membershipForChange>["execute"]>>[number];
  const [[person], [membership]] = await tx.sendIn<[LockedPerson, Membership]>(organizationId, (db) => [
    personLock(db, personId),
    membershipForChange(db, organizationId, personId).forNoKeyUpdate(),
  ]);
  if (person === undefined || membership === undefined) return undefined;
  return {
    personId,
    membershipId: membership.id,
    username: membership.username,
    role: membership.role,
    granted: membership.permissions,
    status: membership.status,
    department: membership.department,
    jobTitle: membership.job_title,
    extension: membership.extension,
    validUntil: membership.valid_until,
    isExternal: membership.is_external,
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    pendingEmail: person.pending_email,
    phone: person.phone,
    platformRole: person.platform_role,
    language: person.language,
    version: person.version + membership.version - 1,
  };
}

/** Returns whether a member already uses the username or the address. Those of removed members are free. */
export async function findTakenNames(
  tx: WriteTransaction,
  organizationId: string,
  names: { username: string | null; email: string | null },
): Promise<{ username: boolean; email: boolean }> {
  const rows = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership")
      .select(["username", "email"])
      .where("organization_id", "=", organizationId)
      .where("status", "<>", "removed")
      .where((eb) => eb.or([eb("username", "=", names.username), eb("email", "=", names.email)]))
      .execute(),
  );
  return {
    username: names.username !== null && rows.some((row) => row.username === names.username),
    email: names.email !== null && rows.some((row) => row.email === names.email),
  };
}

/** Locks the organization, so that of two parallel changes the second sees the result of the first. */
export async function lockOrganization(tx: WriteTransaction, organizationId: string): Promise<void> {
  await tx.organization(organizationId, (db) =>
    organizationLock(db, organizationId).executeTakeFirstOrThrow(),
  );
}

function organizationLock(db: OrganizationQueries, organizationId: string) {
  return db
    .selectFrom("organization")
    .select("organization_id")
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate();
}

/** Counts the usable administrators of an organization other than one person. */
export async function countOtherAdministrators(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  now: Date,
): Promise<number> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership")
      .select(sql<string>`count(*)`.as("count"))
      .where("organization_id", "=", organizationId)
      .where("person_id", "<>", personId)
      .where("role", "=", "org_admin")
      .where(usableMembership("membership", now))
      .executeTakeFirstOrThrow(),
  );
  return Number(row.count);
}

export type MembershipChanges = {
  role?: string;
  permissions?: string[];
  department?: string | null;
  job_title?: string | null;
  extension?: string | null;
  valid_until?: Date | null;
  status?: "active" | "deactivated" | "removed";
};

/** Changes the membership of a locked member and increases its version. */
export async function updateMembership(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  changes: MembershipChanges,
): Promise<void> {
  await tx.sendIn(organizationId, (db) => [membershipChange(db, organizationId, personId, changes)]);
}

function membershipChange(
  db: OrganizationQueries,
  organizationId: string,
  personId: string,
  changes: MembershipChanges,
) {
  return db
    .updateTable("membership")
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where("organization_id", "=", organizationId)
    .where("person_id", "=", personId);
}

/** Removes a locked member from the organization; an open invitation ends. */
export async function removeMembership(
  tx: WriteTransaction,
  organizationId: string,
  { personId, membershipId }: Pick<MemberForChange, "personId" | "membershipId">,
): Promise<void> {
  await tx.sendIn(organizationId, (db) => [
    invitationRevocation(db, organizationId, membershipId),
    membershipChange(db, organizationId, personId, { status: "removed" }),
  ]);
}

/**
 * Erases a person's data in the member list of an organization that they left for good, and revokes open invitations.
 */
export async function eraseMembership(
  tx: WriteTransaction,
  organizationId: string,
  member: Pick<MemberForChange, "personId" | "membershipId">,
): Promise<void> {
  await tx.organization(organizationId, async (db) => {
    await db
      .updateTable("invitation")
      .set({
        // A personal message to the person is personal data as well.
        message: null,
        revoked_at: sql`case when accepted_at is null then coalesce(revoked_at, now()) end`,
      })
      .where("organization_id", "=", organizationId)
      .where("membership_id", "=", member.membershipId)
      .execute();
    await db
      .deleteFrom("ai_instruction_confirmation")
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", member.personId)
      .execute();
    await db
      .updateTable("membership")
      .set({
        status: "removed",
        first_name: "",
        last_name: erasedName,
        email: null,
        phone: null,
        username: null,
        initials: null,
        job_title: null,
        extension: null,
        confidentiality_on: null,
        physician_number: null,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", member.personId)
      .execute();
  });
}
