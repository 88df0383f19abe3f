import { userStatisticsQuery } from "../../features/users/users.api.ts";
import { sessionAllows } from "../../platform/session/session-access.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { queryClient } from "./query-client.ts";

/**
 * Fetches the figures of the practice's people at the start, so that overview and staff page show them at
 * once. Does nothing without a practice or permission; a failure shows on the page that needs the figures.
 */
export async function initialiseOrganizationUsers(): Promise<void> {
  const session = sessionStore.getState();
  if (session.organization === null || session.restriction !== null) return;
  if (!sessionAllows(session, "users:read")) return;
  await queryClient.prefetchQuery(userStatisticsQuery(session.organization.id));
}
