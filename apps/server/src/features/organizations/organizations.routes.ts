import * as endpoints from "@praxisportal/contract/organizations/organizations.endpoints";
import { JsonText, type Registrar } from "../../platform/http/registrar.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { UserListQuery } from "@praxisportal/contract/users/users.schema";
import type { OrganizationService } from "./organizations.service.ts";

/** Lists the people of a practice as JSON text; given by the users feature. */
export type ListUsers = (db: OrganizationDb, query: UserListQuery) => Promise<string>;

/** Practices, their people and their figures. */
export function registerOrganizationRoutes(
  registrar: Registrar,
  organizations: OrganizationService,
  listUsers: ListUsers,
): void {
  registrar.handle(endpoints.listOrganizations, ({ context, query }) =>
    organizations.list(context.caller, query),
  );

  registrar.handle(endpoints.getOrganization, ({ context }) => organizations.get(context.organization.db));

  registrar.handle(
    endpoints.listOrganizationUsers,
    async ({ context, query }) => new JsonText(await listUsers(context.organization.db, query)),
  );

  registrar.handle(endpoints.getOrganizationStatistics, ({ context }) =>
    organizations.statistics(context.organization.db, context.principal),
  );

  registrar.handle(endpoints.getUserStatistics, ({ context }) =>
    organizations.userStatistics(context.organization.db),
  );

  registrar.handle(endpoints.listOperations, ({ context, query }) =>
    organizations.operations(context.organization, query),
  );
}
