import * as endpoints from "@praxisportal/contract/tenants/tenants.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { OrganizationLifecycleService } from "../organizations/organization-lifecycle.service.ts";
import { mayOperateTenants } from "./tenants.policy.ts";
import type { TenantService } from "./tenants.service.ts";

/** The operator's calls about tenants. */
export function registerTenantRoutes(
  registrar: Registrar,
  tenants: TenantService,
  lifecycle: Pick<OrganizationLifecycleService, "suspend" | "reactivate">,
): void {
  registrar.handle(endpoints.getTenantStatistics, () => tenants.statistics());

  registrar.handle(endpoints.suspendTenant, ({ context, body }) =>
    lifecycle.suspend(authorize(context, "tenants.suspend", mayOperateTenants), body.reason),
  );

  registrar.handle(endpoints.reactivateTenant, ({ context }) =>
    lifecycle.reactivate(authorize(context, "tenants.reactivate", mayOperateTenants)),
  );
}
