import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../pagination.ts";
import { timeSchema } from "../users/users.schema.ts";

/** A former tenant whose data has been erased. Its name is kept as part of its certificate. */
export const erasedTenantSchema = z.strictObject({
  organizationId: uuidSchema,
  name: z.string(),
  practiceCode: z.string(),
  /** The end of its contract, or its deletion. */
  endedAt: timeSchema,
  erasedAt: timeSchema,
  /** Time at which its certificate was issued; null until the next run of the erasure job. */
  certifiedAt: z.nullable(timeSchema),
});
export type ErasedTenant = z.output<typeof erasedTenantSchema>;

/** Query of former tenants, most recently erased first. `search` finds parts of their names. */
export const erasedTenantListQuery = z.strictObject({
  ...pageQuery.shape,
  search: z.optional(z.string().check(z.maxLength(100))),
});
export type ErasedTenantListQuery = z.output<typeof erasedTenantListQuery>;

export const erasedTenantPageSchema = pageOf(erasedTenantSchema);
