import type { OrganizationDb } from "../platform/db/handles.ts";
import type { OrganizationQueries } from "../platform/db/query-builders.ts";

/** Time zone and currency of an organization's figures. */
export type UsageLocale = { timezone: string; currency: string };

/** Builds the query of {@link findUsageLocale}, for reads that send it together with others. */
export const localeQuery = (db: OrganizationDb) => (builder: OrganizationQueries) =>
  builder
    .selectFrom("organization")
    .select(["time_zone as timezone", "currency"])
    .where("organization_id", "=", db.organizationId);

/** Returns the organization's time zone and currency, or undefined when it does not exist. */
export async function findUsageLocale(db: OrganizationDb): Promise<UsageLocale | undefined> {
  const [row] = await db.read(localeQuery(db));
  return row;
}
