import type { Kysely } from "kysely";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/** Builder for all tables except the tenant tables, which are accessible without an organization. */
export type IdentityQueries = Kysely<GlobalTables>;

/** Builder for tenant tables and global tables, which are accessible only with an organization bound. */
export type OrganizationQueries = Kysely<TenantTables & GlobalTables>;
