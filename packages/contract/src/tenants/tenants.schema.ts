import * as z from "zod/mini";
import { lineSchema } from "../validation.ts";

/** Totals over all tenants; archived and deleted ones are not counted. */
export const tenantStatisticsSchema = z.strictObject({
  totalTenants: z.int(),
  activeTenants: z.int(),
  trialTenants: z.int(),
  suspendedTenants: z.int(),
  totalUsers: z.int(),
});
export type TenantStatistics = z.output<typeof tenantStatisticsSchema>;

/** Why a tenant is suspended; its administrators read it. */
export const suspendTenantSchema = z.strictObject({ reason: lineSchema(1, 500) });
