import { paginationFor } from "@praxisportal/contract/pagination";
import * as endpoints from "@praxisportal/contract/users/users.endpoints";
import { canViewSecurity } from "@praxisportal/contract/users/users.rules";
import type { UserListQuery } from "@praxisportal/contract/users/users.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import { JsonText } from "../../platform/http/calls/handler.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestContext, RequestOrigin } from "../../platform/request-context/request-context.ts";
import { withoutSecurity } from "../../directory/users.presenter.ts";
import { readDirectory } from "./directory/directory.queries.ts";
import { assertMayFilter, type OrganizationList } from "./list/visible-list.ts";
import type { EmailLinkService } from "./email/email-link.service.ts";
import type { EmailService } from "./email/email.service.ts";
import type { OwnActivityRow } from "./profile/own-activity.platform-queries.ts";
import { presentOwnActivity } from "./profile/own-activity.presenter.ts";
import type { PeopleService } from "./edit/people.service.ts";
import type { UserExportService } from "./export/user-export.service.ts";
import type { TransferService } from "./transfer/transfer.service.ts";
import type { UserUsageService } from "./user-usage.service.ts";
import { mayChangeOwnProfile, mayListPeople, mayManagePeople, mayReadUsage } from "./users.policy.ts";
import type { UserService } from "./users.service.ts";

type UserRouteDependencies = {
  clock: Clock;
  users: UserService;
  people: PeopleService;
  exports: UserExportService;
  transfers: TransferService;
  usage: UserUsageService;
  emails: EmailService;
  emailLinks: EmailLinkService;
  /** Lists one organization, or all of them for the platform operator, as JSON text. */
  listUsers: OrganizationList;
  listAllUsers: (context: RequestContext, query: UserListQuery) => Promise<string>;
  /** Returns a person's own activity on the platform, newest first. */
  readOwnActivity: (personId: string) => Promise<OwnActivityRow[]>;
  /** Counts an attempt with a link against its address. Errors: 429. */
  limitLinks: (origin: RequestOrigin) => Promise<void>;
};

/** Registers the endpoints of the signed-in person and of the people of their organization. */
export function registerUserRoutes(registrar: Registrar, dependencies: UserRouteDependencies): void {
  const { users, people } = dependencies;
  registrar.handle(endpoints.getMe, ({ context }) => readMe(dependencies, context));

  registrar.handle(endpoints.updateMe, ({ context, body, ifMatch }) => {
    return users.updateMe(authorize(context, "users.updateMe", mayChangeOwnProfile), body, ifMatch);
  });

  registrar.handle(endpoints.listOwnActivity, async ({ context }) => ({
    data: (await dependencies.readOwnActivity(context.caller.personId)).map(presentOwnActivity),
  }));

  registrar.handle(endpoints.listUsers, async ({ context, query }) => {
    const organization = context.organizationIfAny;
    if (organization !== undefined) return new JsonText(await dependencies.listUsers(context, query));
    const { finding, endsWithinDays, secondFactor, employment, may } = query;
    if ([finding, endsWithinDays, secondFactor, employment, may].some((filter) => filter !== undefined))
      throw new ProblemError("ORGANIZATION_REQUIRED");
    if (context.caller.platformRole !== "super_admin") throw new ProblemError("ORGANIZATION_REQUIRED");
    return new JsonText(await dependencies.listAllUsers(context, query));
  });

  registrar.handle(endpoints.listDirectory, async ({ context, query }) => {
    const { data, total } = await readDirectory(context.organization.db, query, dependencies.clock.now());
    return { data, pagination: paginationFor(query, total) };
  });

  registrar.handle(endpoints.exportUsers, ({ context, query }) => {
    assertMayFilter(context, query);
    return dependencies.exports.export(authorize(context, "users.export", mayListPeople), query);
  });

  registrar.handle(endpoints.getUser, async ({ context, params }) => {
    const user = await people.get(context.organization.db, params.id);
    const isVisible = isSelf(context, params.id) || canViewSecurity(context.principal);
    return isVisible ? user : withoutSecurity(user);
  });

  registrar.handle(
    endpoints.createUser,
    ({ context, body }) => people.create(authorize(context, "users.create", mayManagePeople), body),
    (createdId, context) => people.get(context.organization.db, createdId),
  );

  registrar.handle(
    endpoints.updateUser,
    ({ context, params, body, ifMatch }) =>
      people.update(authorize(context, "users.update", mayManagePeople), params.id, body, ifMatch),
    (personId, context) => people.get(context.organization.db, personId),
  );

  registrar.handle(endpoints.setUserRole, ({ context, params, body, ifMatch }) =>
    people.setRole(authorize(context, "users.setRole", mayManagePeople), params.id, body, ifMatch),
  );

  registrar.handle(endpoints.deleteUser, ({ context, params, ifMatch }) =>
    people.delete(authorize(context, "users.delete", mayManagePeople), params.id, ifMatch),
  );

  registerTransferRoutes(registrar, dependencies);
  registerEmailRoutes(registrar, dependencies);
}

function readMe({ users }: UserRouteDependencies, context: RequestContext) {
  return users.me(context.caller.personId, context.organizationIfAny?.db);
}

/** Registers the endpoints that change the caller's own address, and those of the mailed links. */
function registerEmailRoutes(registrar: Registrar, dependencies: UserRouteDependencies): void {
  const { emails, emailLinks, limitLinks } = dependencies;
  registrar.handle(endpoints.changeEmail, async ({ context, body }) => {
    await emails.change(authorize(context, "users.changeEmail", mayChangeOwnProfile), body);
    return readMe(dependencies, context);
  });

  registrar.handle(endpoints.withdrawEmail, async ({ context }) => {
    await emails.withdraw(authorize(context, "users.cancelEmailChange", mayChangeOwnProfile));
    return readMe(dependencies, context);
  });

  registrar.handle(endpoints.checkEmailLink, async ({ context, body }) => {
    await limitLinks(context.origin);
    return emailLinks.check(body.token);
  });

  registrar.handle(endpoints.confirmEmail, async ({ context, body }) => {
    await limitLinks(context.origin);
    return emailLinks.confirm(body.token, context.origin);
  });

  registrar.handle(endpoints.cancelEmail, async ({ context, body }) => {
    await limitLinks(context.origin);
    return emailLinks.cancel(body.token, context.origin);
  });
}

/** Registers the endpoints of transfers between organizations, and of a person's usage. */
function registerTransferRoutes(
  registrar: Registrar,
  { transfers, people, usage }: UserRouteDependencies,
): void {
  registrar.handle(endpoints.transferUser, ({ context, params, body, ifMatch }) =>
    transfers.transfer(authorize(context, "users.transfer", mayManagePeople), params.id, body, ifMatch),
  );

  registrar.handle(endpoints.undoTransfer, ({ context, params }) =>
    transfers.undo(authorize(context, "users.undoTransfer", mayManagePeople), params.id),
  );

  // Every caller gets 404 for an unknown person, because this is checked before the permission.
  registrar.handle(endpoints.getOrganizationHistory, async ({ context, params }) => {
    const data = await transfers.history(context, params.id);
    // A transferred person need no longer belong to the organization, but other people must.
    if (data.length === 0) await findHere(people, context, params.id);
    if (!isSelf(context, params.id)) authorize(context, "users.organizationHistory", mayListPeople);
    return { data };
  });

  registrar.handle(endpoints.getUserUsage, async ({ context, params, query }) => {
    await findHere(people, context, params.id);
    if (!isSelf(context, params.id)) authorize(context, "users.usage", mayReadUsage);
    return usage.read(context.organization.db, params.id, query.period);
  });
}

/** Returns a member of the organization, or the caller's own platform account, which is not a member. Errors: 404. */
async function findHere(people: PeopleService, context: RequestContext, personId: string): Promise<void> {
  if (!isSelf(context, personId)) await people.get(context.organization.db, personId);
}

function isSelf({ caller }: RequestContext, personId: string): boolean {
  return caller.personId === personId;
}
