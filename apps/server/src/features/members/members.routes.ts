import * as endpoints from "@praxisportal/contract/members/members.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { InvitationService } from "./invitation.service.ts";
import { mayManageMembers } from "./members.policy.ts";
import type { MemberService } from "./members.service.ts";

type MemberRouteDependencies = {
  members: MemberService;
  invitations: InvitationService;
  /** Counts an attempt with a link against its address. Errors: 429. */
  limitLinks: (origin: RequestOrigin) => Promise<void>;
};

/** Registers the members of an organization, and invitations to it. */
export function registerMemberRoutes(registrar: Registrar, dependencies: MemberRouteDependencies): void {
  const { members, invitations, limitLinks } = dependencies;
  registrar.handle(
    endpoints.addMember,
    ({ context, body }) => members.add(authorize(context, "members.add", mayManageMembers), body),
    (createdId, { organization }) => members.show(organization.db, createdId, null),
  );

  registrar.handle(endpoints.removeMember, ({ context, params, ifMatch }) =>
    members.remove(authorize(context, "members.remove", mayManageMembers), params.userId, ifMatch),
  );

  registrar.handle(endpoints.setMemberRole, ({ context, params, body, ifMatch }) =>
    members.setRole(
      authorize(context, "members.setRole", mayManageMembers),
      params.userId,
      body.role,
      ifMatch,
    ),
  );

  registrar.handle(endpoints.resendInvitation, ({ context, params }) =>
    members.resend(authorize(context, "members.resendInvitation", mayManageMembers), params.userId),
  );

  registrar.handle(endpoints.checkInvitation, async ({ context, body }) => {
    await limitLinks(context.origin);
    return invitations.check(body.token);
  });

  registrar.handle(endpoints.acceptInvitation, async ({ context, body }) => {
    await limitLinks(context.origin);
    return invitations.accept(body, context.callerIfAny, context.origin);
  });
}
