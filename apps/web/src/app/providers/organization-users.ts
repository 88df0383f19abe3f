import { userStatisticsQuery } from "../../entities/person/person.api.ts";
import { sessionAllows } from "../../platform/session/session-access.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { queryClient } from "./query-client.ts";

/**
 * Prefetches the member statistics at startup, so that the dashboard and the member list show them at once. Does
 * nothing without an organization or permission. Errors surface on the page that needs the data.
 */
export async function initializeOrganizationUsers(): Promise<void> {
  const session = sessionStore.getState();
  if (session.organization === null || session.restriction !== null) return;
  if (!sessionAllows(session, "users:read")) return;
  await queryClient.prefetchQuery(userStatisticsQuery(session.organization.id));
}
