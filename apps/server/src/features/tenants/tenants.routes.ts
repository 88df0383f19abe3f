import * as endpoints from "@praxisportal/contract/tenants/tenants.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { Organizations } from "../organizations/create-organizations.ts";
import type { OverviewService } from "./overview.service.ts";
import { mayChangePlan, mayEndContract, maySeeOverview, mayOperateTenants } from "./tenants.policy.ts";
import type { LimitService } from "./plans/limits.service.ts";
import type { PlanCatalogueService } from "./plans/plan-catalogue.service.ts";
import type { SubscriptionService } from "./plans/subscription.service.ts";
import type { TenantService } from "./tenants.service.ts";

type Services = Pick<
  Organizations,
  "lifecycle" | "settings" | "provisioning" | "downloadCertificate" | "listErasedTenants" | "notice"
> & {
  tenants: TenantService;
  overview: OverviewService;
  limits: LimitService;
  catalogue: PlanCatalogueService;
  subscriptions: SubscriptionService;
};

/** Registers the operator's endpoints for tenants. */
export function registerTenantRoutes(registrar: Registrar, services: Services): void {
  const { tenants, overview, lifecycle, settings, provisioning, notice } = services;

  registrar.handle(endpoints.listTenants, ({ query }) => tenants.list(query));

  registrar.handle(endpoints.getTenant, ({ context }) => tenants.get(context.organization.db));

  registrar.handle(
    endpoints.createTenant,
    ({ context, body }) => lifecycle.create(authorize(context, "tenants.create", mayOperateTenants), body),
    (createdId, _context, { body }) => lifecycle.created(createdId, body),
  );

  registrar.handle(endpoints.updateTenant, async ({ context, body, ifMatch }) => {
    const allowed = authorize(context, "tenants.update", mayOperateTenants);
    // Reading the tenant first refuses an archived organization, which is not a tenant, before anything is changed.
    await tenants.get(context.organization.db);
    await settings.update(allowed, body, ifMatch);
    return tenants.get(context.organization.db);
  });

  registrar.handle(endpoints.giveNotice, async ({ context, body }) => {
    await notice.give(authorize(context, "tenants.giveNotice", mayEndContract), body);
    return tenants.get(context.organization.db);
  });

  registrar.handle(endpoints.withdrawNotice, async ({ context }) => {
    await notice.withdraw(authorize(context, "tenants.withdrawNotice", mayEndContract));
    return tenants.get(context.organization.db);
  });

  registrar.handle(endpoints.getDeletionCertificate, ({ context }) =>
    services.downloadCertificate(authorize(context, "tenants.certificate", mayOperateTenants)),
  );

  registrar.handle(endpoints.listErasedTenants, ({ query }) => services.listErasedTenants(query));

  registrar.handle(endpoints.getProvisioningStatus, ({ context }) =>
    provisioning.status(context.organization.db),
  );

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

  registerPlanRoutes(registrar, services);
}

function registerPlanRoutes(registrar: Registrar, { limits, catalogue, subscriptions }: Services): void {
  registrar.handle(endpoints.getTenantLimits, ({ context }) => limits.limits(context.organization.db));

  registrar.handle(endpoints.changeTenantLimits, ({ context, body }) =>
    limits.changeLimits(authorize(context, "tenants.changeLimits", mayOperateTenants), body),
  );

  registrar.handle(endpoints.getTenantUsage, ({ context, query }) =>
    limits.usage(context.organization.db, query),
  );

  registrar.handle(endpoints.listPlans, ({ context }) => catalogue.list(context));

  registrar.handle(endpoints.addPlan, ({ context, body }) =>
    catalogue.add(authorize(context, "tenants.addPlan", mayOperateTenants), body),
  );

  registrar.handle(endpoints.removePlan, ({ context, params }) =>
    catalogue.remove(authorize(context, "tenants.removePlan", mayOperateTenants), params.planId),
  );

  registrar.handle(endpoints.getTenantBilling, ({ context, query }) =>
    subscriptions.billing(context.organization.db, query),
  );

  registrar.handle(endpoints.previewTenantPlan, ({ context, query }) =>
    subscriptions.preview(authorize(context, "tenants.previewPlan", mayChangePlan), query),
  );

  registrar.handle(endpoints.changeTenantPlan, ({ context, body }) =>
    subscriptions.change(authorize(context, "tenants.changePlan", mayChangePlan), body),
  );

  registrar.handle(endpoints.keepTenantPlan, ({ context }) =>
    subscriptions.keep(authorize(context, "tenants.keepPlan", mayChangePlan)),
  );
}
