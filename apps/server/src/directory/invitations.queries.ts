import { uuidV7 } from "@praxisportal/contract/identifiers";
import { sql } from "kysely";
import type { OrganizationQueries } from "../platform/db/query-builders.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";

const dayMs = 86_400_000;

/** The offered membership, and the person who invites. */
export type Offer = {
  organizationId: string;
  membershipId: string;
  invitedBy: string;
  message: string | null;
  language: string;
};

/**
 * Creates an open invitation and queues its mail; a previous open one ends. The link is created when the mail is sent,
 * so that nothing in the database or the queue can open the membership.
 */
export async function insertInvitation(
  tx: WriteTransaction,
  offer: Offer,
  now: Date,
): Promise<{ id: string; expiresAt: Date }> {
  const id = uuidV7();
  const expiresAt = await tx.organization(offer.organizationId, async (db) => {
    const organization = await db
      .selectFrom("organization")
      .select("invitation_days")
      .where("organization_id", "=", offer.organizationId)
      .executeTakeFirstOrThrow();
    const until = new Date(now.getTime() + organization.invitation_days * dayMs);
    await invitationRevocation(db, offer.organizationId, offer.membershipId).execute();
    await db
      .insertInto("invitation")
      .values({
        organization_id: offer.organizationId,
        id,
        membership_id: offer.membershipId,
        invited_by: offer.invitedBy,
        message: offer.message,
        language: offer.language,
        created_at: now,
        expires_at: until,
      })
      .execute();
    return until;
  });
  tx.emit(
    "mail",
    { template: "invitation", organizationId: offer.organizationId, invitationId: id },
    uuidV7(),
  );
  return { id, expiresAt };
}

/** Returns the unconfirmed address of a member's person, which an invitation is sent to. */
export async function findClaimedAddress(
  tx: WriteTransaction,
  organizationId: string,
  membershipId: string,
): Promise<string> {
  const { pending_email: email } = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership as m")
      .innerJoin("person as p", "p.id", "m.person_id")
      .select("p.pending_email")
      .where("m.organization_id", "=", organizationId)
      .where("m.id", "=", membershipId)
      .executeTakeFirstOrThrow(),
  );
  if (email === null) throw new Error("an invitation without an address");
  return email;
}

/** Revokes the open invitation of a membership. */
export async function revokeInvitation(
  tx: WriteTransaction,
  organizationId: string,
  membershipId: string,
): Promise<void> {
  await tx.sendIn(organizationId, (db) => [invitationRevocation(db, organizationId, membershipId)]);
}

/** Returns the statement of {@link revokeInvitation}, to be sent together with others. */
export function invitationRevocation(db: OrganizationQueries, organizationId: string, membershipId: string) {
  return db
    .updateTable("invitation")
    .set({ revoked_at: sql`now()` })
    .where("organization_id", "=", organizationId)
    .where("membership_id", "=", membershipId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null);
}
