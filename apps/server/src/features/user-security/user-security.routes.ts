import * as endpoints from "@praxisportal/contract/user-security/user-security.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { DayCodeService } from "./day-code.service.ts";
import type { RecoveryCodeService } from "./recovery-code.service.ts";
import { mayEndSessionsOf, mayManageUserSecurity } from "./user-security.policy.ts";
import type { UserSecurityService } from "./user-security.service.ts";

type Dependencies = {
  security: UserSecurityService;
  recovery: RecoveryCodeService;
  dayCodes: DayCodeService;
};

/** Registers the security data and actions for users who manage the people of an organization. */
export function registerUserSecurityRoutes(
  registrar: Registrar,
  { security, recovery, dayCodes }: Dependencies,
): void {
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
    security.unlock(authorize(context, "userSecurity.unlockAccount", mayManageUserSecurity), params.id, body),
  );

  registrar.handle(endpoints.blockUser, ({ context, params, body }) =>
    security.block(authorize(context, "userSecurity.block", mayManageUserSecurity), params.id, body),
  );

  registrar.handle(endpoints.unblockUser, ({ context, params }) =>
    security.unblock(authorize(context, "userSecurity.unblock", mayManageUserSecurity), params.id),
  );

  registrar.handle(endpoints.resetConnections, ({ context, params }) =>
    security.resetConnections(
      authorize(context, "userSecurity.resetConnections", mayManageUserSecurity),
      params.id,
    ),
  );

  registrar.handle(endpoints.setUserPassword, ({ context, params, body }) =>
    recovery.setPassword(
      authorize(context, "userSecurity.setPassword", mayManageUserSecurity),
      params.id,
      body,
    ),
  );

  registrar.handle(endpoints.createRecoveryCode, ({ context, params, body }) =>
    recovery.createCode(
      authorize(context, "userSecurity.createRecoveryCode", mayManageUserSecurity),
      params.id,
      body,
    ),
  );

  registrar.handle(endpoints.createDayCode, ({ context, params, body }) =>
    dayCodes.create(authorize(context, "userSecurity.createDayCode", mayManageUserSecurity), params.id, body),
  );

  registrar.handle(endpoints.endDayCode, ({ context, params }) =>
    dayCodes.end(authorize(context, "userSecurity.endDayCode", mayManageUserSecurity), params.id),
  );

  registrar.handle(endpoints.resetUserTwoFactor, ({ context, params }) =>
    recovery.resetTwoFactor(
      authorize(context, "userSecurity.resetTwoFactor", mayManageUserSecurity),
      params.id,
    ),
  );

  registrar.handle(endpoints.mailResetLink, async ({ context, params }) => {
    await recovery.mailResetLink(
      authorize(context, "userSecurity.sendResetLink", mayManageUserSecurity),
      params.id,
    );
  });
}
