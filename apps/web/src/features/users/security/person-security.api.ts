import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type {
  blockUser,
  createDayCode,
  createRecoveryCode,
  endDayCode,
  endUserSession,
  getUserSecurity,
  mailResetLink,
  resetConnections,
  resetUserTwoFactor,
  setUserPassword,
  unblockUser,
  unlockUser,
} from "@praxisportal/contract/user-security/user-security.endpoints";
import type { UserSecurity } from "@praxisportal/contract/user-security/user-security.schema";
import { queryOptions } from "@tanstack/react-query";
import { personKeys } from "../../../entities/person/person-keys.ts";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

export type { UserSecurity };
export type IdentityCheck = NonNullable<BodyInputOf<typeof createRecoveryCode>["identityCheck"]>;
export type RecoveryPurpose = BodyInputOf<typeof createRecoveryCode>["purpose"];
/** The purpose of a code that an administrator reads out or prints. */
export type CodePurpose = RecoveryPurpose | "day";

const manage = "/api/v1/users/manage/{id}";
const getRoute = route<typeof getUserSecurity>()("userSecurity.get", "GET", "/api/v1/users/enhanced/{id}");
const endRoute = route<typeof endUserSession>()(
  "userSecurity.endSession",
  "DELETE",
  "/api/v1/users/enhanced/{id}/sessions/{sessionId}",
);
const unlockRoute = route<typeof unlockUser>()("userSecurity.unlockAccount", "POST", `${manage}/unlock`);
const blockRoute = route<typeof blockUser>()("userSecurity.block", "POST", `${manage}/block`);
const unblockRoute = route<typeof unblockUser>()("userSecurity.unblock", "POST", `${manage}/unblock`);
const resetRoute = route<typeof resetConnections>()(
  "userSecurity.resetConnections",
  "POST",
  `${manage}/reset-connections`,
);
const passwordRoute = route<typeof setUserPassword>()(
  "userSecurity.setPassword",
  "POST",
  `${manage}/change-password`,
);
const codeRoute = route<typeof createRecoveryCode>()(
  "userSecurity.createRecoveryCode",
  "POST",
  `${manage}/recovery-code`,
);
const dayCodeRoute = route<typeof createDayCode>()(
  "userSecurity.createDayCode",
  "POST",
  `${manage}/day-code`,
);
const endDayCodeRoute = route<typeof endDayCode>()("userSecurity.endDayCode", "DELETE", `${manage}/day-code`);
const factorRoute = route<typeof resetUserTwoFactor>()(
  "userSecurity.resetTwoFactor",
  "POST",
  `${manage}/reset-2fa`,
);
const linkRoute = route<typeof mailResetLink>()("userSecurity.sendResetLink", "POST", `${manage}/reset-link`);

/** Returns the query for a person with sessions, sign-ins and second factor, and the allowed actions. */
export function userSecurityQuery(organizationId: string, userId: string) {
  return queryOptions({
    queryKey: [...personKeys.one(organizationId, userId), "security"],
    queryFn: ({ signal }) => call(getRoute, { params: { id: userId }, signal }),
  });
}

/** @throws ApiError NOT_FOUND when the session has already ended. */
export async function endSession(userId: string, sessionId: string): Promise<void> {
  await call(endRoute, { params: { id: userId, sessionId } });
}

export async function unlock(userId: string, identityCheck: IdentityCheck): Promise<void> {
  await call(unlockRoute, { params: { id: userId }, body: { identityCheck } });
}

/** Blocks a member in this organization. An empty reason is omitted. */
export async function block(userId: string, reason: string): Promise<void> {
  const plain = reason.trim();
  await call(blockRoute, { params: { id: userId }, body: plain === "" ? {} : { reason: plain } });
}

/** Sets a temporary password, which must be changed at the next sign-in. */
export async function setPassword(userId: string, newPassword: string): Promise<void> {
  await call(passwordRoute, { params: { id: userId }, body: { newPassword, mustChangePassword: true } });
}

/**
 * Creates a code. The request has no idempotency key, because the next attempt after a lost response creates a new code
 * and invalidates the lost one.
 */
export function createCode(userId: string, purpose: CodePurpose, identityCheck: IdentityCheck) {
  const params = { id: userId };
  return purpose === "day"
    ? call(dayCodeRoute, { params, body: { identityCheck } })
    : call(codeRoute, { params, body: { purpose, identityCheck } });
}

/** Actions that need only a confirmation. */
export type SecurityAction =
  | "unblock"
  | "resetConnections"
  | "resetTwoFactor"
  | "mailResetLink"
  | "endDayCode";

export async function act(action: SecurityAction, userId: string): Promise<void> {
  const target = { params: { id: userId } };
  if (action === "unblock") await call(unblockRoute, target);
  else if (action === "resetConnections") await call(resetRoute, target);
  else if (action === "resetTwoFactor") await call(factorRoute, target);
  else if (action === "endDayCode") await call(endDayCodeRoute, target);
  else await call(linkRoute, target);
}
