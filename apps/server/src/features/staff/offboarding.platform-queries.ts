import type { PlatformDb } from "../../platform/db/platform-db.ts";

export type DueOffboarding = { organizationId: string; id: string; personId: string };

/** Returns due offboardings of all organizations, earliest first, without those already tried. */
export function findDue(
  db: PlatformDb,
  now: Date,
  limit: number,
  skip: readonly string[],
): Promise<DueOffboarding[]> {
  return db.reads
    .selectFrom("staff_change")
    .select(["organization_id as organizationId", "id", "person_id as personId"])
    .where("state", "=", "planned")
    .where("kind", "=", "offboarding")
    .where("takes_effect_at", "<=", now)
    .$if(skip.length > 0, (query) => query.where("id", "not in", skip))
    .orderBy("takes_effect_at")
    .limit(limit)
    .execute();
}
