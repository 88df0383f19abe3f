import type { Restriction } from "@praxisportal/contract/auth/auth.schema";
import type { Role } from "@praxisportal/contract/roles";

/** Current membership of the caller in an organization. */
export type CallerMembership = {
  organizationId: string;
  name: string;
  type: string;
  organizationStatus: "trial" | "active" | "suspended" | "archived" | "deleted";
  /** Whether the trial is over. Then the organization may only read until a plan is chosen. */
  isTrialOver: boolean;
  role: Role;
  /** Effective permissions. */
  permissions: readonly string[];
  username: string | null;
};

/** Expiry times of a session. */
export type SessionTimes = { idleExpiresAt: Date; absoluteExpiresAt: Date };

/** Grant of an application that acts for a person with a token of one organization. */
export type TokenGrant = {
  id: string;
  organizationId: string;
  applicationId: string;
  scopes: readonly string[];
};

/** Authenticated caller of a request, identified by a valid session or by an application's token. */
export type Caller = SessionTimes & {
  personId: string;
  /** Id of the session, or of the token for an application. */
  sessionId: string;
  deviceId: string;
  kind: "browser" | "client";
  platformRole: "super_admin" | "admin" | null;
  memberships: readonly CallerMembership[];
  startOrganizationId: string | null;
  restriction: Restriction | null;
  /** Time of the last proof of identity, which a step-up renews. */
  authenticatedAt: Date;
  /** Time of the last second-factor proof in this session. */
  secondFactorAt: Date | null;
  /** Whether this user signs in with a second factor, so that a step-up requires it too. */
  hasSecondFactor: boolean;
  isDemo: boolean;
  /** Set if an application acts for the user. Then access is limited to its organization and scopes. */
  token?: TokenGrant;
};

/** Session of the fallback login, with an account of the legacy practice server that the portal does not know. */
export type LegacyCaller = {
  id: string;
  username: string;
  practiceName: string;
  /** Token of the legacy practice server. */
  token: string;
  /** Absolute end of the session, and its end without further activity. */
  expiresAtMs: number;
  idleEndsAtMs: number;
  /** Secret of its device cookie. */
  deviceSecret: string;
};

/** Credentials of a request. */
export type Credentials = { accessToken: string | undefined; deviceSecret: string | undefined };
