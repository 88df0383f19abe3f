import * as endpoints from "@praxisportal/contract/tenants/tenants.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { OrganizationLifecycleService } from "../organizations/organization-lifecycle.service.ts";
import type { OverviewService } from "./overview.service.ts";
import { maySeeOverview, mayOperateTenants } from "./tenants.policy.ts";
import type { TenantService } from "./tenants.service.ts";

/** The operator's endpoints for tenants. */
export function registerTenantRoutes(
  registrar: Registrar,
  tenants: TenantService,
  overview: OverviewService,
  lifecycle: Pick<OrganizationLifecycleService, "suspend" | "reactivate">,
): void {
  registrar.handle(endpoints.getTenantStatistics, () => tenants.statistics());

  registrar.handle(endpoints.getTenantOverview, ({ context }) =>
    overview.read(authorize(context, "tenants.overview", maySeeOverview)),
  );

  registrar.handle(endpoints.suspendTenant, ({ context, body }) =>
    lifecycle.suspend(authorize(context, "tenants.suspend", mayOperateTenants), body.reason),
  );

  registrar.handle(endpoints.reactivateTenant, ({ context }) =>
    lifecycle.reactivate(authorize(context, "tenants.reactivate", mayOperateTenants)),
  );
}
