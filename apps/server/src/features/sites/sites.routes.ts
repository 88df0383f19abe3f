import * as endpoints from "@praxisportal/contract/sites/sites.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayAssignSites, mayManageSites } from "./sites.policy.ts";
import type { SiteService } from "./sites.service.ts";

/** Registers the sites of an organization. */
export function registerSiteRoutes(registrar: Registrar, sites: SiteService): void {
  registrar.handle(endpoints.listSites, ({ context }) => sites.list(context.organization.db));

  registrar.handle(
    endpoints.createSite,
    ({ context, body }) => sites.create(authorize(context, "sites.manage", mayManageSites), body),
    (createdId, context) => sites.get(context.organization.db, createdId),
  );

  registrar.handle(endpoints.updateSite, ({ context, params, body, ifMatch }) =>
    sites.update(authorize(context, "sites.manage", mayManageSites), params.siteId, body, ifMatch),
  );

  registrar.handle(endpoints.removeSite, ({ context, params, ifMatch }) =>
    sites.remove(authorize(context, "sites.manage", mayManageSites), params.siteId, ifMatch),
  );

  registrar.handle(endpoints.listSiteMembers, ({ context, params }) =>
    sites.members(context.organization.db, params.siteId),
  );

  registrar.handle(endpoints.assignSite, ({ context, params, body }) =>
    sites.assign(authorize(context, "sites.assign", mayAssignSites), params.siteId, body.userIds),
  );

  registrar.handle(endpoints.unassignSite, ({ context, params }) =>
    sites.unassign(authorize(context, "sites.assign", mayAssignSites), params.siteId, params.userId),
  );
}
