import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";
import { syncMemberRows } from "../../directory/member-rows.queries.ts";

/** Returns the open invitation of a member as the organization sees it. */
export async function findOpenInvitation(db: OrganizationDb, personId: string) {
  const rows = await db.read((builder) =>
    builder
      .selectFrom("invitation as i")
      .innerJoin("membership as m", (join) =>
        join.onRef("m.organization_id", "=", "i.organization_id").onRef("m.id", "=", "i.membership_id"),
      )
      .select(["i.sent_at", "i.expires_at"])
      .where("i.organization_id", "=", db.organizationId)
      .where("m.organization_id", "=", db.organizationId)
      .where("m.person_id", "=", personId)
      .where("i.accepted_at", "is", null)
      .where("i.revoked_at", "is", null),
  );
  return rows[0];
}

/** A valid token of an invitation's link. */
export type InvitationToken = {
  personId: string;
  organizationId: string;
  invitationId: string;
  /** The mailbox it was sent to. */
  email: string;
};

/** Finds a link without using it up. */
export async function findInvitationToken(
  tx: WriteTransaction,
  hash: Buffer,
  now: Date,
): Promise<InvitationToken | undefined> {
  const row = await tx.identity
    .selectFrom("one_time_token")
    .select(["person_id", "details"])
    .where("token_hash", "=", hash)
    .where("purpose", "=", "invitation")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!row?.person_id) return undefined;
  const details = row.details as Omit<InvitationToken, "personId">;
  return { personId: row.person_id, ...details };
}

/** Uses up a link. Returns false when it was already used. */
export async function consumeInvitationToken(
  tx: WriteTransaction,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await tx.identity
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("token_hash", "=", hash)
    .where("purpose", "=", "invitation")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("token_hash")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the invitation of a link, in an organization in operation, and locks the membership. Returns undefined when
 * it is no longer open.
 */
export async function lockOffer(tx: WriteTransaction, token: InvitationToken, now: Date) {
  return tx.organization(token.organizationId, (db) =>
    db
      .selectFrom("invitation as i")
      .innerJoin("membership as m", (join) =>
        join.onRef("m.organization_id", "=", "i.organization_id").onRef("m.id", "=", "i.membership_id"),
      )
      .innerJoin("organization as o", "o.organization_id", "i.organization_id")
      .innerJoin("person as p", "p.id", "m.person_id")
      .leftJoin("person as inviter", "inviter.id", "i.invited_by")
      .select([
        "i.id",
        "i.message",
        "i.expires_at as expiresAt",
        "m.id as membershipId",
        "m.person_id as personId",
        "m.username",
        "m.role",
        "m.first_name as firstName",
        "m.last_name as lastName",
        "o.name as organizationName",
      ])
      .select(sql<"pending" | "active">`m.status`.as("status"))
      .select(sql<string | null>`trim(inviter.first_name || ' ' || inviter.last_name)`.as("invitedBy"))
      .where("i.organization_id", "=", token.organizationId)
      .where("m.organization_id", "=", token.organizationId)
      .where("i.id", "=", token.invitationId)
      .where("m.person_id", "=", token.personId)
      // If the address was corrected since, the former mailbox must not accept.
      .where("p.pending_email", "=", token.email)
      .where("i.accepted_at", "is", null)
      .where("i.revoked_at", "is", null)
      .where("i.expires_at", ">", now)
      .where("m.status", "in", ["pending", "active"])
      .where((eb) => eb.or([eb("m.valid_until", "is", null), eb("m.valid_until", ">", now)]))
      .where("o.status", "in", ["trial", "active"])
      // After its trial an organization may only read.
      .where(sql<boolean>`not (o.status = 'trial' and coalesce(o.trial_ends_at <= ${now}, false))`)
      .forUpdate(["i", "m"])
      .executeTakeFirst(),
  );
}

/** The account with a confirmed address, with the data that decides whether it can sign in. */
export type AddressOwner = Pick<
  LoginCandidate,
  "person_id" | "platform_role" | "deactivated_at" | "memberships"
>;

export async function findOwner(tx: WriteTransaction, email: string): Promise<AddressOwner | undefined> {
  const { rows } = await sql<AddressOwner>`
    select person_id, platform_role, deactivated_at, memberships
    from find_login_candidates(${email}, null, null)`.execute(tx.identity);
  return rows[0];
}

/** Returns whether a person is a member of an organization: now, formerly, or never. */
export async function membershipOf(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<"present" | "former" | undefined> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership")
      .select("status")
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .executeTakeFirst(),
  );
  if (row === undefined) return undefined;
  return row.status === "removed" ? "former" : "present";
}

/** Restores a former membership with the terms of the invitation; the membership created for the invitation ends. */
export async function renewMembership(
  tx: WriteTransaction,
  organizationId: string,
  offeredMembershipId: string,
  { personId, username }: { personId: string; username: string | null },
): Promise<void> {
  await tx.organization(organizationId, async (db) => {
    const offeredTerms = await db
      .selectFrom("membership")
      .select(["role", "permissions", "department", "valid_until"])
      .select(["is_external", "confidentiality_on", "physician_number"])
      .where("organization_id", "=", organizationId)
      .where("id", "=", offeredMembershipId)
      .executeTakeFirstOrThrow();
    const versionUpdate = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };
    // First, because two members cannot have the same username.
    await db
      .updateTable("membership")
      .set({
        ...versionUpdate,
        status: "removed",
        username: null,
        first_name: "",
        last_name: "",
        email: null,
        phone: null,
      })
      .where("organization_id", "=", organizationId)
      .where("id", "=", offeredMembershipId)
      .execute();
    await db
      .updateTable("membership")
      .set({
        ...offeredTerms,
        ...versionUpdate,
        username,
        status: "active",
        blocked_at: null,
        blocked_by: null,
        blocked_reason: null,
        joined_at: sql`now()`,
      })
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .execute();
  });
  await syncMemberRows(tx, personId);
}

export async function markAccepted(
  tx: WriteTransaction,
  organizationId: string,
  invitationId: string,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("invitation")
      .set({ accepted_at: sql`now()` })
      .where("organization_id", "=", organizationId)
      .where("id", "=", invitationId)
      .execute(),
  );
}

/** Activates a membership; `personId` assigns it to the account that accepted it. */
export async function activateMembership(
  tx: WriteTransaction,
  organizationId: string,
  membershipId: string,
  changes: { personId: string; username: string | null },
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("membership")
      .set({
        person_id: changes.personId,
        username: changes.username,
        status: "active",
        joined_at: sql`coalesce(joined_at, now())`,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("organization_id", "=", organizationId)
      .where("id", "=", membershipId)
      .execute(),
  );
  await syncMemberRows(tx, changes.personId);
}

/** Sets the password that a person chose. */
export async function setPassword(
  tx: WriteTransaction,
  personId: string,
  passwordHash: string,
): Promise<void> {
  await tx.identity
    .updateTable("person")
    .set({ password_hash: passwordHash, must_change_password: false, updated_at: sql`now()` })
    .where("id", "=", personId)
    .execute();
}
