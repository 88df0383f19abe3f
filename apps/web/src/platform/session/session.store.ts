import type { SecondStep } from "@praxisportal/contract/auth/auth.schema";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ApiErrorCode } from "../api-client/api-error.ts";
import type { SelectedOrganization } from "../api-client/selected-organization.ts";
import type { SessionTimes } from "./session-times.ts";

/** Why the person stands at the login page. */
export type SignedOutReason = "logout" | "expired" | "inactive" | "forced" | "invalid" | "locked";

/** What must happen before the session may do anything else. */
export type SessionRestriction = "password_change" | "two_factor_setup";

export type SessionState = {
  /** `unknown` until the start of the application has asked the server. */
  readonly status: "unknown" | "signedOut" | "signedIn";
  /** True exactly while `status` is `signedIn`. */
  readonly authenticated: boolean;
  readonly user: Me | null;
  /** The practice of this tab; null for a person of the platform who has chosen none. */
  readonly organization: SelectedOrganization | null;
  readonly restriction: SessionRestriction | null;
  readonly times: SessionTimes | null;
  /** What is left of the session in ms, as of the last check; 0 when signed out. */
  readonly remainingMs: number;
  /** A correct password that waits for its second step. In memory only. */
  readonly secondStep: Omit<SecondStep, "requires2FA"> | null;
  /** After a sign-in with a backup code: how many are left, until the person was told. */
  readonly backupCodesLeft: number | null;
  readonly signedOutReason: SignedOutReason | null;
  /** Text the server gave with a forced sign-out. */
  readonly signedOutDetail: string | null;
  /** The server's word for why it forced the sign-out, for example `password_changed`. */
  readonly signedOutCause: string | null;
  /** The server's message of the last failed action, or its literal fallback text. */
  readonly error: string | null;
  readonly errorCode: ApiErrorCode | null;
};

export const emptySession: SessionState = {
  status: "unknown",
  authenticated: false,
  user: null,
  organization: null,
  restriction: null,
  times: null,
  remainingMs: 0,
  secondStep: null,
  backupCodesLeft: null,
  signedOutReason: null,
  signedOutDetail: null,
  signedOutCause: null,
  error: null,
  errorCode: null,
};

/** The session of this tab. Only the actions beside this file change it. */
export const sessionStore = createStore<SessionState>()(() => emptySession);

/** The session, or a part of it, for components. */
export function useSession<T>(select: (session: SessionState) => T): T {
  return useStore(sessionStore, select);
}
