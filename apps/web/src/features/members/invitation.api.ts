import type { acceptInvitation, checkInvitation } from "@praxisportal/contract/members/members.endpoints";
import type { InvitationView } from "@praxisportal/contract/members/members.schema";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type { InvitationView };

const checkRoute = route<typeof checkInvitation>()(
  "members.checkInvitation",
  "POST",
  "/api/v1/invitations/check",
);
const acceptRoute = route<typeof acceptInvitation>()(
  "members.acceptInvitation",
  "POST",
  "/api/v1/invitations/accept",
);

/** Returns the details of an invitation. @throws ApiError LINK_INVALID. */
export function fetchInvitation(token: string): Promise<InvitationView> {
  return call(checkRoute, { body: { token } });
}

/** Accepts an invitation. It can be used once. @throws ApiError. */
export function confirmInvitation(token: string, credentials: { password?: string; username?: string } = {}) {
  return call(acceptRoute, { body: { token, ...credentials } });
}
