import type { StoredFileKind } from "@praxisportal/contract/tenants/plans.schema";
import { sql } from "kysely";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";

/** A row of {@link storedBytesIn}. */
export type StoredBytesRow = { bytes: string };

/** The query of the size of all files of an organization, to be sent together with others. */
export const storedBytesIn = (organizationId: string) => (builder: OrganizationQueries) =>
  builder
    .selectFrom("stored_file")
    .select(sql<string>`coalesce(sum(bytes), 0)`.as("bytes"))
    .where("organization_id", "=", organizationId);

/** A row of {@link storedKindsIn}. */
export type StoredKindRow = { kind: StoredFileKind; bytes: string };

/** The query of the sizes of the files of an organization by kind, the largest first. */
export const storedKindsIn = (organizationId: string) => (builder: OrganizationQueries) =>
  builder
    .selectFrom("stored_file")
    .select(["kind", sql<string>`sum(bytes)`.as("bytes")])
    .where("organization_id", "=", organizationId)
    .groupBy("kind")
    .orderBy(sql`sum(bytes)`, "desc")
    .orderBy("kind");
