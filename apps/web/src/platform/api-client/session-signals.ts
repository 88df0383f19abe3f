import type { RefreshResult } from "@praxisportal/contract/auth/auth.schema";
import type { ApiError } from "./api-error.ts";
import { createEmitter } from "./emitter.ts";

/**
 * Events about the session that the API client derives from its calls. The session subscribes, so that the client does
 * not depend on stores, routes or pages.
 */
export const sessionSignals = {
  /** This tab renewed the access token. */
  refreshed: createEmitter<RefreshResult>(),
  /** The session has ended: its refresh was rejected, or a renewed token was rejected at once. */
  lost: createEmitter<ApiError>(),
  /** The browser's session now belongs to another user than the one shown in this tab. */
  otherPerson: createEmitter<void>(),
  /** The server restricts this session to changing the password or setting up a second factor. */
  restricted: createEmitter<"password_change" | "two_factor_setup">(),
} as const;

let shownPersonId: string | null = null;

/** Sets the user whose data this tab shows; null for none. */
export function setShownPerson(id: string | null): void {
  shownPersonId = id;
}

/** Returns the user whose data this tab shows; null for none. */
export function shownPerson(): string | null {
  return shownPersonId;
}

/** Returns whether `id` differs from the user shown in this tab; false if no user is shown. */
export function isOtherPerson(id: string | null): boolean {
  return shownPersonId !== null && id !== null && id !== shownPersonId;
}
