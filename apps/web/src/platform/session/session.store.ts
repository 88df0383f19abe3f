import type { SecondStep } from "@praxisportal/contract/auth/auth.schema";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ApiErrorCode } from "../api-client/api-error.ts";
import type { SelectedOrganization } from "../api-client/selected-organization.ts";
import type { SessionTimes } from "./times/session-times.ts";

/** The reason why the user is signed out. */
export type SignedOutReason = "logout" | "expired" | "inactive" | "forced" | "invalid" | "locked";

/** The task that the user must complete before the session allows anything else. */
export type SessionRestriction = "password_change" | "two_factor_setup";

export type SessionState = {
  /**
   * `unknown` until startup has called the server. `legacy`: a session of the legacy practice server, without a user of
   * the portal.
   */
  readonly status: "unknown" | "signedOut" | "signedIn" | "legacy";
  /** True exactly while `status` is `signedIn`. */
  readonly authenticated: boolean;
  /**
   * True if the session was started from stored data without the server. It is confirmed when the server can be
   * reached.
   */
  readonly isUnconfirmed: boolean;
  readonly user: Me | null;
  /** The selected organization of this tab, or null for a platform user who has selected none. */
  readonly organization: SelectedOrganization | null;
  readonly restriction: SessionRestriction | null;
  readonly times: SessionTimes | null;
  /** Remaining session time in ms at the last check, or 0 when signed out. */
  readonly remainingMs: number;
  /** The second step that follows a correct password. Kept in memory only. */
  readonly secondStep: Omit<SecondStep, "requires2FA"> | null;
  /** Number of remaining backup codes after a sign-in with a backup code, until it has been shown. */
  readonly backupCodesRemaining: number | null;
  readonly signedOutReason: SignedOutReason | null;
  /** The server's message for a forced sign-out. */
  readonly signedOutDetail: string | null;
  /** The server's reason for a forced sign-out, for example `password_changed`. */
  readonly signedOutCause: string | null;
  /** The server's message of the last failed action, or its literal fallback text. */
  readonly error: string | null;
  readonly errorCode: ApiErrorCode | null;
};

export const emptySession: SessionState = {
  status: "unknown",
  authenticated: false,
  isUnconfirmed: false,
  user: null,
  organization: null,
  restriction: null,
  times: null,
  remainingMs: 0,
  secondStep: null,
  backupCodesRemaining: null,
  signedOutReason: null,
  signedOutDetail: null,
  signedOutCause: null,
  error: null,
  errorCode: null,
};

/** The session of this tab. Change it only through the actions in this folder. */
export const sessionStore = createStore<SessionState>()(() => emptySession);

/** Returns whether there is a session, of the portal or of the legacy practice server. */
export function hasSession({ status }: SessionState): boolean {
  return status === "signedIn" || status === "legacy";
}

/** Returns the session, or a part of it, for components. */
export function useSession<T>(select: (session: SessionState) => T): T {
  return useStore(sessionStore, select);
}
