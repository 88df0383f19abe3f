import { getTenantStatistics } from "@praxisportal/contract/tenants/tenants.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { TenantService } from "./tenants.service.ts";

/** The operator's calls about tenants. */
export function registerTenantRoutes(registrar: Registrar, tenants: TenantService): void {
  registrar.handle(getTenantStatistics, () => tenants.statistics());
}
