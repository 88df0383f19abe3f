import { registerDepartmentRoutes } from "./features/departments/departments.routes.ts";
import { DepartmentService } from "./features/departments/departments.service.ts";
import {
  type LifecycleDependencies,
  OrganizationLifecycleService,
} from "./features/organizations/organization-lifecycle.service.ts";
import { OrganizationSettingsService } from "./features/organizations/organization-settings.service.ts";
import { type ListUsers, registerOrganizationRoutes } from "./features/organizations/organizations.routes.ts";
import { OrganizationService } from "./features/organizations/organizations.service.ts";
import type { AdministratorNotices } from "./features/notifications/administrator-notices.ts";
import { registerSiteRoutes } from "./features/sites/sites.routes.ts";
import { SiteService } from "./features/sites/sites.service.ts";
import { OverviewService } from "./features/tenants/overview.service.ts";
import { registerTenantRoutes } from "./features/tenants/tenants.routes.ts";
import { TenantService } from "./features/tenants/tenants.service.ts";
import { readMonthTokens, readUsageDays } from "./features/usage/usage.queries.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { Registrar } from "./platform/http/registrar.ts";

type Dependencies = LifecycleDependencies & {
  platformDb: PlatformDb;
  notices: AdministratorNotices;
  listUsers: ListUsers;
};

/** Wires up the features about whole practices and registers their calls. */
export function composeOrganizations(registrar: Registrar, dependencies: Dependencies): void {
  const lifecycle = new OrganizationLifecycleService(dependencies);
  registerOrganizationRoutes(registrar, {
    organizations: new OrganizationService({
      ...dependencies,
      usageReads: { days: readUsageDays, monthTokens: readMonthTokens },
    }),
    settings: new OrganizationSettingsService(dependencies),
    lifecycle,
    listUsers: dependencies.listUsers,
  });
  registerDepartmentRoutes(registrar, new DepartmentService());
  registerSiteRoutes(registrar, new SiteService());
  const { platformDb, clock } = dependencies;
  registerTenantRoutes(
    registrar,
    new TenantService(platformDb),
    new OverviewService(platformDb, clock),
    lifecycle,
  );
}
