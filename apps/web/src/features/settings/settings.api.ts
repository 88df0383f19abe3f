import type { updateMe } from "@praxisportal/contract/users/users.endpoints";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { updateUser } from "../../platform/session/session.actions.ts";

const updateMeRoute = route<typeof updateMe>()("users.updateMe", "PUT", "/api/v1/users/me");

/** Details that users change themselves; null removes the phone number. */
export interface OwnDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
}

/**
 * Saves the user's own details if their version is still `version`, and updates the session's user.
 * @throws ApiError PRECONDITION_FAILED when they were changed elsewhere in the meantime.
 */
export async function saveOwnDetails(
  { firstName, lastName, phone }: OwnDetails,
  version: number,
): Promise<Me> {
  const me = await call(updateMeRoute, {
    body: { personalInfo: { firstName, lastName }, phone },
    ifMatch: version,
  });
  updateUser(me);
  return me;
}
