import { updateMe } from "@praxisportal/contract/users/users.endpoints";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { call } from "../../platform/api-client/call.ts";
import { updateUser } from "../../platform/session/session.actions.ts";

/** What a person changes about herself here. A phone of null is removed. */
export interface OwnDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
}

/**
 * Saves the own details if they are still of `version`; the frame shows the new name at once.
 * @throws ApiError PRECONDITION_FAILED when they were changed elsewhere meanwhile.
 */
export async function saveOwnDetails(
  { firstName, lastName, phone }: OwnDetails,
  version: number,
): Promise<Me> {
  const me = await call(updateMe, {
    body: { personalInfo: { firstName, lastName }, phone },
    ifMatch: version,
  });
  updateUser(me);
  return me;
}
