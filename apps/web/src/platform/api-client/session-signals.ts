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
  /** The browser's session now belongs to a user other than the user of this tab. */
  otherPerson: createEmitter<void>(),
  /** The server restricts this session to changing the password or setting up a second factor. */
  restricted: createEmitter<"password_change" | "two_factor_setup">(),
} as const;

let finishedTasks = 0;

/** Returns how many of the tasks that the server required of this tab's sessions are finished. */
export function finishedTaskCount(): number {
  return finishedTasks;
}

/** Ends a required task: refusals of calls that were sent before no longer restrict the session. */
export function finishTask(): void {
  finishedTasks += 1;
}

let currentTabUserId: string | null = null;

/** Sets the id of the user whose data this tab shows, or null if there is none. */
export function setTabUserId(id: string | null): void {
  currentTabUserId = id;
}

/** Returns the id of the user whose data this tab shows, or null if there is none. */
export function tabUserId(): string | null {
  return currentTabUserId;
}

/** Returns whether `id` differs from the id of the user of this tab. Returns false if the tab has no user. */
export function isOtherPerson(id: string | null): boolean {
  return currentTabUserId !== null && id !== null && id !== currentTabUserId;
}
