import type { CallerMembership } from "../platform/request-context/caller.ts";
import type { PlatformDb } from "../platform/db/platform-db.ts";

/** Finds an organization, including a deleted one, for a platform role that is not a member of it. */
export async function findAnyOrganization(db: PlatformDb, organizationId: string) {
  const row = await db.reads
    .selectFrom("organization")
    .select(["name", "type", "status as organizationStatus"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row as Pick<CallerMembership, "name" | "type" | "organizationStatus"> | undefined;
}
