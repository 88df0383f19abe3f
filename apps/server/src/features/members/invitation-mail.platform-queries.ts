import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";

/** Returns an invitation for its mail, or undefined when it is no longer open. */
export async function findOpenInvitation(
  db: PlatformDb,
  organizationId: string,
  invitationId: string,
  now: Date,
) {
  return db.reads
    .selectFrom("invitation as i")
    .innerJoin("membership as m", (join) =>
      join.onRef("m.organization_id", "=", "i.organization_id").onRef("m.id", "=", "i.membership_id"),
    )
    .innerJoin("organization as o", "o.organization_id", "i.organization_id")
    .innerJoin("person as p", "p.id", "m.person_id")
    .innerJoin("person as inviter", "inviter.id", "i.invited_by")
    .select([
      "p.id as personId",
      "p.pending_email as address",
      "i.message",
      "i.language",
      "i.expires_at as expiresAt",
      "o.name as organization",
    ])
    .select(sql<string>`trim(p.first_name || ' ' || p.last_name)`.as("name"))
    .select(sql<string>`trim(inviter.first_name || ' ' || inviter.last_name)`.as("inviter"))
    .where("i.organization_id", "=", organizationId)
    .where("i.id", "=", invitationId)
    .where("i.accepted_at", "is", null)
    .where("i.revoked_at", "is", null)
    .where("i.expires_at", ">", now)
    .where("m.status", "in", ["pending", "active"])
    .executeTakeFirst();
}

/** Stores a new link for an invitation; older ones become invalid. */
export async function replaceInvitationToken(
  db: PlatformDb,
  token: {
    hash: Buffer;
    personId: string;
    organizationId: string;
    invitationId: string;
    /** The mailbox that gets the link, and the only address it can confirm. */
    email: string;
    expiresAt: Date;
  },
  now: Date,
): Promise<void> {
  const { organizationId, invitationId, email } = token;
  await db.write(async (tx) => {
    await tx.identity
      .updateTable("one_time_token")
      .set({ used_at: now })
      .where("person_id", "=", token.personId)
      .where("purpose", "=", "invitation")
      .where("used_at", "is", null)
      .execute();
    await tx.identity
      .insertInto("one_time_token")
      .values({
        token_hash: token.hash,
        purpose: "invitation",
        person_id: token.personId,
        details: JSON.stringify({ organizationId, invitationId, email }),
        expires_at: token.expiresAt,
      })
      .execute();
    await tx.organization(organizationId, (bound) =>
      bound
        .updateTable("invitation")
        .set({ sent_at: now })
        .where("organization_id", "=", organizationId)
        .where("id", "=", invitationId)
        .execute(),
    );
  });
}
