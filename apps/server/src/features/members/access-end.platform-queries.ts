import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** A membership that ends. */
export type EndingAccess = { organizationId: string; membershipId: string; personId: string };
/** From after one moment until another, which belongs to it. */
export type Window = { after: Date; until: Date };

/** Memberships that end in a window and were not announced with that end, the first ones first. */
export function findEnding(db: PlatformDb, { after, until }: Window, limit: number): Promise<EndingAccess[]> {
  return db.all
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.organization_id", "m.organization_id")
    .select(["m.organization_id as organizationId", "m.id as membershipId", "m.person_id as personId"])
    .where("m.status", "=", "active")
    .where("m.blocked_at", "is", null)
    .where("m.valid_until", ">", after)
    .where("m.valid_until", "<=", until)
    .whereRef("m.end_announced_for", "is distinct from", "m.valid_until")
    .where("o.status", "in", ["trial", "active"])
    .orderBy("m.valid_until")
    .limit(limit)
    .execute();
}

/** Notes that an end is announced; false when somebody else did it, or she does not end in the window any more. */
export function noteAnnounced(
  tx: WriteTransaction,
  { organizationId, membershipId }: EndingAccess,
  { after, until }: Window,
): Promise<boolean> {
  return tx.organization(organizationId, async (db) => {
    const noted = await db
      .updateTable("membership")
      .set((eb) => ({ end_announced_for: eb.ref("valid_until") }))
      .where("organization_id", "=", organizationId)
      .where("id", "=", membershipId)
      .where("status", "=", "active")
      .where("valid_until", ">", after)
      .where("valid_until", "<=", until)
      .whereRef("end_announced_for", "is distinct from", "valid_until")
      .returning("id")
      .executeTakeFirst();
    return noted !== undefined;
  });
}
