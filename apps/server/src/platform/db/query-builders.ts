import type { Kysely } from "kysely";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/** All tables except the tenant tables; accessible without an organization. */
export type IdentityQueries = Kysely<GlobalTables>;

/** Tenant tables and global tables; accessible only with an organization bound. */
export type OrganizationQueries = Kysely<TenantTables & GlobalTables>;
