import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** A membership that ends. */
export type EndingAccess = { organizationId: string; membershipId: string; personId: string };
/** A time span; `after` is exclusive, `until` inclusive. */
export type Window = { after: Date; until: Date };

/** Returns memberships that end in a window and whose end was not announced yet, earliest first. */
export function findEndingMemberships(
  db: PlatformDb,
  { after, until }: Window,
  limit: number,
): Promise<EndingAccess[]> {
  return db.reads
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.organization_id", "m.organization_id")
    .select(["m.organization_id as organizationId", "m.id as membershipId", "m.person_id as personId"])
    .where(usableMembership("m", after))
    .where("m.valid_until", ">", after)
    .where("m.valid_until", "<=", until)
    .whereRef("m.end_announced_for", "is distinct from", "m.valid_until")
    .where("o.status", "in", ["trial", "active"])
    .orderBy("m.valid_until")
    .limit(limit)
    .execute();
}

/** Records that an end was announced. Returns false if it already was, or if it is no longer in the window. */
export function recordAnnounced(
  tx: WriteTransaction,
  { organizationId, membershipId }: EndingAccess,
  { after, until }: Window,
): Promise<boolean> {
  return tx.organization(organizationId, async (db) => {
    const row = await db
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
    return row !== undefined;
  });
}
