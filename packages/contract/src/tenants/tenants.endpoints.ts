import { defineEndpoint, none } from "../endpoint.ts";
import { tenantStatisticsSchema } from "./tenants.schema.ts";

/** Totals over all tenants, for the platform operator. */
export const getTenantStatistics = defineEndpoint({
  name: "tenants.statistics",
  summary: "Totals over all tenants",
  method: "GET",
  path: "/api/tenant/statistics",
  access: { who: "role:super_admin", scope: "platform" },
  audit: none("numbers only, of no single practice"),
  responses: { 200: tenantStatisticsSchema },
  errors: [],
});
