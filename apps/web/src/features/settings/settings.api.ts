import type { updateMe } from "@praxisportal/contract/users/users.endpoints";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { isUnreachable, queueChange } from "../../platform/offline/queue-change.ts";
import { currentOwner } from "../../platform/offline/sync-owner.ts";
import { updateUser } from "../../platform/session/session.actions.ts";

const updateMeRoute = route<typeof updateMe>()("users.updateMe", "PUT", "/api/v1/users/me");

/** Details that users change themselves. Null removes the phone number. */
export interface OwnDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
}

/** Details after they were saved: on the server, or on this device until the connection is back. */
export type SavedDetails = { readonly me: Me; readonly isQueued: boolean };

/**
 * Saves the user's own details if their version is still that of `current`, and updates the session's user. While the
 * portal cannot be reached, each changed field is queued.
 * @throws ApiError PRECONDITION_FAILED when they were changed elsewhere in the meantime.
 */
export async function saveOwnDetails(details: OwnDetails, current: Me): Promise<SavedDetails> {
  const owner = currentOwner();
  const { firstName, lastName, phone } = details;
  try {
    const me = await call(updateMeRoute, {
      body: { personalInfo: { firstName, lastName }, phone },
      ifMatch: current.version,
    });
    updateUser(me);
    return { me, isQueued: false };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
  }
  const before = { ...current.personalInfo, phone: current.phone };
  for (const field of ["firstName", "lastName", "phone"] as const) {
    if (details[field] === before[field]) continue;
    const change = { data: { [field]: details[field] }, before: { [field]: before[field] } };
    await queueChange("profile.save", { ...change, version: current.version }, owner);
  }
  const me = { ...current, personalInfo: { ...current.personalInfo, firstName, lastName }, phone };
  updateUser(me);
  return { me, isQueued: true };
}
