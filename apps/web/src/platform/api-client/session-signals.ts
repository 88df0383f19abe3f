import type { RefreshResult } from "@praxisportal/contract/auth/auth.schema";
import type { ApiError } from "./api-error.ts";
import { createEmitter } from "./emitter.ts";

/**
 * What the client learns about the session while it sends calls. The session listens; the client knows nothing
 * of stores, routes or pages.
 */
export const sessionSignals = {
  /** This tab renewed the access token. */
  refreshed: createEmitter<RefreshResult>(),
  /** The session is over: its refresh was refused, or a renewed token was refused at once. */
  lost: createEmitter<ApiError>(),
  /** The browser now belongs to another person than the one this tab shows. */
  otherPerson: createEmitter<void>(),
  /** The server lets this session only change its password or set up its second factor. */
  restricted: createEmitter<"password_change" | "two_factor_setup">(),
} as const;

let shownPersonId: string | null = null;

/** Tells the client whose data this tab shows; null for nobody. */
export function setShownPerson(id: string | null): void {
  shownPersonId = id;
}

/** Whether `id` is somebody else than the person this tab shows. An empty tab shows nobody. */
export function isOtherPerson(id: string | null): boolean {
  return shownPersonId !== null && id !== null && id !== shownPersonId;
}
