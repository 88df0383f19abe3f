import * as endpoints from "@praxisportal/contract/user-security/user-security.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RescuePersonService } from "./rescue-person.service.ts";
import { mayEndSessionsOf, mayLookAfterPeople } from "./user-security.policy.ts";
import type { UserSecurityService } from "./user-security.service.ts";

type Parts = { security: UserSecurityService; rescue: RescuePersonService };

/** Registers the security data and actions for those who manage the people of a practice. */
export function registerUserSecurityRoutes(registrar: Registrar, { security, rescue }: Parts): void {
  registrar.handle(endpoints.getUserSecurity, ({ context, params }) => security.get(context, params.id));

  registrar.handle(endpoints.endUserSession, ({ context, params }) => {
    const check = mayEndSessionsOf(context.caller.personId === params.id);
    return security.endSession(
      authorize(context, "userSecurity.endSession", check),
      params.id,
      params.sessionId,
    );
  });

  registrar.handle(endpoints.unlockUser, ({ context, params, body }) =>
    security.unlock(authorize(context, "userSecurity.unlock", mayLookAfterPeople), params.id, body),
  );

  registrar.handle(endpoints.blockUser, ({ context, params, body }) =>
    security.block(authorize(context, "userSecurity.block", mayLookAfterPeople), params.id, body),
  );

  registrar.handle(endpoints.unblockUser, ({ context, params }) =>
    security.unblock(authorize(context, "userSecurity.unblock", mayLookAfterPeople), params.id),
  );

  registrar.handle(endpoints.resetConnections, ({ context, params }) =>
    security.resetConnections(
      authorize(context, "userSecurity.resetConnections", mayLookAfterPeople),
      params.id,
    ),
  );

  registrar.handle(endpoints.setUserPassword, ({ context, params, body }) =>
    rescue.setPassword(authorize(context, "userSecurity.setPassword", mayLookAfterPeople), params.id, body),
  );

  registrar.handle(endpoints.createRescueCode, ({ context, params, body }) =>
    rescue.createCode(
      authorize(context, "userSecurity.createRescueCode", mayLookAfterPeople),
      params.id,
      body,
    ),
  );

  registrar.handle(endpoints.resetUserTwoFactor, ({ context, params }) =>
    rescue.resetTwoFactor(authorize(context, "userSecurity.resetTwoFactor", mayLookAfterPeople), params.id),
  );

  registrar.handle(endpoints.mailResetLink, async ({ context, params }) => {
    await rescue.mailResetLink(
      authorize(context, "userSecurity.mailResetLink", mayLookAfterPeople),
      params.id,
    );
  });
}
