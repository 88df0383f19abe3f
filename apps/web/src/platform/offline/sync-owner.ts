import { sessionStore } from "../session/session.store.ts";
import type { PendingOwner } from "./pending-sync.ts";

/** Returns the signed-in user and their organization, or null if there is no session. */
export function currentOwner(): PendingOwner | null {
  const { user, organization } = sessionStore.getState();
  return user && { userId: user.id, organizationId: organization?.id ?? null };
}
