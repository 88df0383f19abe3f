import type {
  addMember,
  removeMember,
  resendInvitation,
} from "@praxisportal/contract/members/members.endpoints";
import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type {
  createUser,
  deleteUser,
  setUserRole,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import type { User } from "@praxisportal/contract/users/users.schema";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type { User };
export type NewUser = BodyInputOf<typeof createUser>;
export type NewMember = BodyInputOf<typeof addMember>;
export type UserChanges = BodyInputOf<typeof updateUser>;

// Types only, because the schemas are loaded with the first form.
const createRoute = route<typeof createUser>()("users.create", "POST", "/api/v1/users");
const updateRoute = route<typeof updateUser>()("users.update", "PUT", "/api/v1/users/{id}");
const deleteRoute = route<typeof deleteUser>()("users.delete", "DELETE", "/api/v1/users/{id}");
const roleRoute = route<typeof setUserRole>()("users.setRole", "PUT", "/api/v1/users/{id}/role");
const addRoute = route<typeof addMember>()("members.add", "POST", "/api/v1/organizations/{id}/members");
const removeRoute = route<typeof removeMember>()(
  "members.remove",
  "DELETE",
  "/api/v1/organizations/{id}/members/{userId}",
);
const resendRoute = route<typeof resendInvitation>()(
  "members.resendInvitation",
  "POST",
  "/api/v1/organizations/{id}/members/{userId}/invitation",
);

/** Creates a person. The key makes retries idempotent. */
export function createPerson(body: NewUser, idempotencyKey: string): Promise<User> {
  return call(createRoute, { body, idempotencyKey });
}

/** Invites a person by email. */
export function invitePerson(
  organizationId: string,
  body: NewMember,
  idempotencyKey: string,
  bulkOperation?: string,
) {
  return call(addRoute, { params: { id: organizationId }, body, idempotencyKey, bulkOperation });
}

/** Saves changes if the version is still `version`. @throws ApiError PRECONDITION_FAILED otherwise. */
export function updatePerson(userId: string, body: UserChanges, version: number): Promise<User> {
  return call(updateRoute, { params: { id: userId }, body, ifMatch: version });
}

export function changeRole(
  userId: string,
  body: BodyInputOf<typeof setUserRole>,
  version: number,
): Promise<User> {
  return call(roleRoute, { params: { id: userId }, body, ifMatch: version });
}

export function deletePerson(userId: string, version: number): Promise<undefined> {
  return call(deleteRoute, { params: { id: userId }, ifMatch: version });
}

/** Removes a member, or revokes an invitation. */
export function removePerson(organizationId: string, userId: string): Promise<undefined> {
  return call(removeRoute, { params: { id: organizationId, userId } });
}

export function resendPerson(organizationId: string, userId: string) {
  return call(resendRoute, { params: { id: organizationId, userId } });
}
