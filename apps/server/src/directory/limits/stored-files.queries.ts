import type { StoredFileKind } from "@praxisportal/contract/tenants/plans.schema";
import { sql } from "kysely";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";

/** A row of {@link storedBytesIn}. */
export type StoredBytesRow = { bytes: string };

/** Builds the query for the total size of an organization's files, to be sent together with other queries. */
export const storedBytesIn = (organizationId: string) => (builder: OrganizationQueries) =>
  builder
    .selectFrom("stored_file")
    .select(sql<string>`coalesce(sum(bytes), 0)`.as("bytes"))
    .where("organization_id", "=", organizationId);

/** A row of {@link storedKindsIn}. */
export type StoredKindRow = { kind: StoredFileKind; bytes: string };

/** Builds the query for the size of an organization's files per kind, largest first. */
export const storedKindsIn = (organizationId: string) => (builder: OrganizationQueries) =>
  builder
    .selectFrom("stored_file")
    .select(["kind", sql<string>`sum(bytes)`.as("bytes")])
    .where("organization_id", "=", organizationId)
    .groupBy("kind")
    .orderBy(sql`sum(bytes)`, "desc")
    .orderBy("kind");
