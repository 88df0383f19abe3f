import { audited, defineEndpoint, none } from "../endpoint.ts";
import { meSchema, updateMeSchema } from "./users.schema.ts";

/** The signed-in person, in the practice of the request. */
export const getMe = defineEndpoint({
  name: "users.getMe",
  summary: "The signed-in person",
  method: "GET",
  path: "/api/v1/users/me",
  access: { who: "session", scope: "self" },
  audit: none("a read of the caller's own data"),
  responses: { 200: meSchema },
  errors: [],
});

/** Changes the caller's own names, phone and settings; absent = unchanged, null = clear. */
export const updateMe = defineEndpoint({
  name: "users.updateMe",
  summary: "Change the own profile",
  method: "PUT",
  path: "/api/v1/users/me",
  access: { who: "session", scope: "self" },
  audit: audited("user.profile_updated"),
  body: updateMeSchema,
  responses: { 200: meSchema },
  errors: ["PRECONDITION_FAILED"],
});
