import { uuidV7 } from "@praxisportal/contract/identifiers";
import { sql } from "kysely";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

const dayMs = 86_400_000;

/** What is offered to somebody, and by whom. */
export type Offer = {
  organizationId: string;
  membershipId: string;
  invitedBy: string;
  message: string | null;
  language: string;
};

/**
 * Writes an open invitation and the order for its mail; one that was open before ends. The link is made when the mail
 * is sent, so that nothing in the database or the queue opens the membership.
 */
export async function insertInvitation(
  tx: WriteTransaction,
  offer: Offer,
  now: Date,
): Promise<{ id: string; expiresAt: Date }> {
  const id = uuidV7();
  const expiresAt = await tx.organization(offer.organizationId, async (db) => {
    const practice = await db
      .selectFrom("organization")
      .select("invitation_days")
      .where("organization_id", "=", offer.organizationId)
      .executeTakeFirstOrThrow();
    const until = new Date(now.getTime() + practice.invitation_days * dayMs);
    await db
      .updateTable("invitation")
      .set({ revoked_at: sql`now()` })
      .where("organization_id", "=", offer.organizationId)
      .where("membership_id", "=", offer.membershipId)
      .where("accepted_at", "is", null)
      .where("revoked_at", "is", null)
      .execute();
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
  await tx.emit(
    "mail",
    { template: "invitation", organizationId: offer.organizationId, invitationId: id },
    uuidV7(),
  );
  return { id, expiresAt };
}
