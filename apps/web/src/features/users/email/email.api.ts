import type {
  cancelEmail,
  changeEmail,
  checkEmailLink,
  confirmEmail,
  withdrawEmail,
} from "@praxisportal/contract/users/users.endpoints";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";
import { updateUser } from "../../../platform/session/session.actions.ts";

const changeRoute = route<typeof changeEmail>()("users.changeEmail", "POST", "/api/v1/users/me/email");
const withdrawRoute = route<typeof withdrawEmail>()(
  "users.cancelEmailChange",
  "DELETE",
  "/api/v1/users/me/email",
);
const checkRoute = route<typeof checkEmailLink>()(
  "users.checkEmailLink",
  "POST",
  "/api/v1/users/email/check",
);
const confirmRoute = route<typeof confirmEmail>()(
  "users.confirmEmailChange",
  "POST",
  "/api/v1/users/email/confirm",
);
const cancelRoute = route<typeof cancelEmail>()(
  "users.rejectEmailChange",
  "POST",
  "/api/v1/users/email/cancel",
);

/**
 * Requests a new email address, which must be confirmed from that address.
 * @throws ApiError PASSWORD_INCORRECT.
 */
export async function changeOwnEmail(newEmail: string, password: string): Promise<void> {
  updateUser(await call(changeRoute, { body: { newEmail, password } }));
}

/** Withdraws the user's own pending email change. */
export async function withdrawOwnEmail(): Promise<void> {
  updateUser(await call(withdrawRoute));
}

/** Returns the address that an emailed link confirms or restores. @throws ApiError LINK_INVALID. */
export async function fetchLinkedEmail(token: string): Promise<string> {
  return (await call(checkRoute, { body: { token } })).email ?? "";
}

/**
 * Performs the action of an emailed link. A link can be used once.
 * @throws ApiError LINK_INVALID, ALREADY_EXISTS.
 */
export function openEmailLink(kind: "confirm" | "cancel", token: string): Promise<{ email: string | null }> {
  return call(kind === "confirm" ? confirmRoute : cancelRoute, { body: { token } });
}
