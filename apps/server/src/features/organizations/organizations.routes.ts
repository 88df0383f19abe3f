import * as endpoints from "@praxisportal/contract/organizations/organizations.endpoints";
import { JsonText } from "../../platform/http/calls/handler.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { UserListQuery, UserStatisticsQuery } from "@praxisportal/contract/users/users.schema";
import type { RawBuilder, SqlBool } from "kysely";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { LogoService } from "./logo/logo.service.ts";
import type { OrganizationLifecycleService } from "./organization-lifecycle.service.ts";
import type { OrganizationSettingsService } from "./organization-settings.service.ts";
import { mayManageOrganization, mayOperate } from "./organizations.policy.ts";
import type { OrganizationService } from "./organizations.service.ts";

/** Lists the people of an organization as JSON text; injected from the users feature. */
export type ListUsers = (context: RequestContext, query: UserListQuery) => Promise<string>;

/** Returns the conditions of this list on memberships `m`; injected from the users feature. */
export type ListedPeople = (context: RequestContext, query: UserStatisticsQuery) => RawBuilder<SqlBool>;

type OrganizationRouteDependencies = {
  organizations: OrganizationService;
  settings: OrganizationSettingsService;
  lifecycle: OrganizationLifecycleService;
  logos: LogoService;
  listUsers: ListUsers;
  listedPeople: ListedPeople;
};

/** Registers organizations, their people and their figures. */
export function registerOrganizationRoutes(
  registrar: Registrar,
  { organizations, settings, lifecycle, logos, listUsers, listedPeople }: OrganizationRouteDependencies,
): void {
  registrar.handle(
    endpoints.createOrganization,
    ({ context, body }) => lifecycle.create(authorize(context, "organizations.create", mayOperate), body),
    (createdId, _context, { body }) => lifecycle.created(createdId, body),
  );

  registrar.handle(endpoints.updateOrganization, ({ context, body, ifMatch }) =>
    settings.update(authorize(context, "organizations.update", mayManageOrganization), body, ifMatch),
  );

  registrar.handle(endpoints.removeOrganization, ({ context, query, body, ifMatch }) =>
    lifecycle.remove(
      authorize(context, "organizations.remove", mayManageOrganization),
      body.name ?? query.name,
      ifMatch,
    ),
  );

  registrar.handle(endpoints.restoreOrganization, ({ context }) =>
    lifecycle.restore(authorize(context, "organizations.restore", mayOperate)),
  );

  registrar.handle(endpoints.getLogo, async ({ context, reply }) => {
    const { etag, file } = await logos.read(context.organization.db);
    reply.header("etag", etag);
    if (reply.request.headers["if-none-match"] !== etag) return file;
    reply.code(304);
    return undefined;
  });

  registrar.handle(endpoints.storeLogo, async ({ context, file }) => {
    await logos.store(authorize(context, "organizations.storeLogo", mayManageOrganization), file);
    return organizations.get(context.organization.db);
  });

  registrar.handle(endpoints.removeLogo, ({ context }) =>
    logos.remove(authorize(context, "organizations.removeLogo", mayManageOrganization)),
  );

  registrar.handle(endpoints.getOrganizationUsage, ({ context, query }) =>
    organizations.usage(context.organization.db, query),
  );

  registrar.handle(endpoints.getLicenses, ({ context }) => organizations.licenses(context.organization.db));

  registrar.handle(endpoints.listSeatHolders, ({ context, query }) =>
    organizations.seatHolders(context.organization.db, context.principal, query),
  );

  registrar.handle(endpoints.listOrganizations, ({ context, query }) =>
    organizations.list(context.caller, query),
  );

  registrar.handle(endpoints.getOrganization, ({ context }) => organizations.get(context.organization.db));

  registrar.handle(
    endpoints.listOrganizationUsers,
    async ({ context, query }) => new JsonText(await listUsers(context, query)),
  );

  registrar.handle(endpoints.getOrganizationStatistics, ({ context, query }) =>
    organizations.statistics(context.organization.db, context.principal, query),
  );

  registrar.handle(endpoints.getUserStatistics, ({ context, query }) =>
    organizations.userStatistics(
      context.organization.db,
      context.principal,
      Object.keys(query).length === 0 ? undefined : listedPeople(context, query),
    ),
  );

  registrar.handle(endpoints.listOperations, ({ context, query }) =>
    organizations.operations(context.organization, query),
  );
}
