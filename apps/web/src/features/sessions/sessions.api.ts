import type {
  endOtherSessions,
  endSession,
  listSessions,
} from "@praxisportal/contract/sessions/sessions.endpoints";
import type { Session } from "@praxisportal/contract/sessions/sessions.schema";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type { Session };

const listRoute = route<typeof listSessions>()("sessions.list", "GET", "/api/v1/auth/sessions");
const endRoute = route<typeof endSession>()("sessions.end", "DELETE", "/api/v1/auth/sessions/{id}");
const endOthersRoute = route<typeof endOtherSessions>()(
  "sessions.endOthers",
  "DELETE",
  "/api/v1/auth/sessions",
);

/** Query for the user's own sessions, the current one first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await call(listRoute, { signal })).sessions,
});

/** @throws ApiError NOT_FOUND when the session has already ended. */
export async function revokeSession(id: string): Promise<void> {
  await call(endRoute, { params: { id } });
}

/** Returns the number of ended sessions. */
export async function revokeOtherSessions(): Promise<number> {
  return (await call(endOthersRoute)).ended;
}
