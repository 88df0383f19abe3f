import { registerDepartmentRoutes } from "./features/departments/departments.routes.ts";
import { DepartmentService } from "./features/departments/departments.service.ts";
import {
  type LifecycleParts,
  OrganizationLifecycleService,
} from "./features/organizations/organization-lifecycle.service.ts";
import { OrganizationSettingsService } from "./features/organizations/organization-settings.service.ts";
import { type ListUsers, registerOrganizationRoutes } from "./features/organizations/organizations.routes.ts";
import { OrganizationService } from "./features/organizations/organizations.service.ts";
import type { AdministratorNotices } from "./features/organizations/administrator-notices.ts";
import { registerSiteRoutes } from "./features/sites/sites.routes.ts";
import { SiteService } from "./features/sites/sites.service.ts";
import { OverviewService } from "./features/tenants/overview.service.ts";
import { registerTenantRoutes } from "./features/tenants/tenants.routes.ts";
import { TenantService } from "./features/tenants/tenants.service.ts";
import { readMonthTokens, readUsageDays } from "./features/usage/usage.queries.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { Registrar } from "./platform/http/registrar.ts";

type Parts = LifecycleParts & {
  platformDb: PlatformDb;
  notices: AdministratorNotices;
  listUsers: ListUsers;
};

/** Wires up the features about whole practices and registers their calls. */
export function composeOrganizations(registrar: Registrar, parts: Parts): void {
  const lifecycle = new OrganizationLifecycleService(parts);
  registerOrganizationRoutes(registrar, {
    organizations: new OrganizationService({
      ...parts,
      usageReads: { days: readUsageDays, monthTokens: readMonthTokens },
    }),
    settings: new OrganizationSettingsService(parts),
    lifecycle,
    listUsers: parts.listUsers,
  });
  registerDepartmentRoutes(registrar, new DepartmentService(parts));
  registerSiteRoutes(registrar, new SiteService(parts));
  const { platformDb, clock } = parts;
  registerTenantRoutes(
    registrar,
    new TenantService(platformDb),
    new OverviewService(platformDb, clock),
    lifecycle,
  );
}
