import { defineEndpoint, notAudited } from "../endpoint.ts";
import { startSchema } from "./start.schema.ts";

/** Returns in one call the data that every page of a signed-in user needs when the web app starts. */
export const getStart = defineEndpoint({
  name: "start.get",
  summary: "Get the start data of the web app",
  method: "GET",
  path: "/api/v1/users/me/start",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own data"),
  responses: { 200: startSchema },
  errors: ["NOT_FOUND"],
});
