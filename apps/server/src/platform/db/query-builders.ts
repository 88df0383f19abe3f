import type { Kysely } from "kysely";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/** All tables except the tenant tables; accessible without a practice. */
export type IdentityQueries = Kysely<GlobalTables>;

/** Tenant tables and global tables; accessible only with a practice bound. */
export type OrganizationQueries = Kysely<TenantTables & GlobalTables>;
