import type { Restriction } from "@praxisportal/contract/auth/auth.schema";
import type { Role } from "@praxisportal/contract/roles";

/** A practice the caller works in, as it is right now. */
export type CallerMembership = {
  organizationId: string;
  name: string;
  type: string;
  organizationStatus: "trial" | "active" | "suspended" | "archived" | "deleted";
  role: Role;
  /** Effective permissions. */
  permissions: readonly string[];
  username: string | null;
};

/** When a session ends by itself. */
export type SessionTimes = { idleExpiresAt: Date; absoluteExpiresAt: Date };

/** An application that acts for a person, by a token of one practice. */
export type TokenGrant = {
  id: string;
  organizationId: string;
  applicationId: string;
  scopes: readonly string[];
};

/** Who makes a request, proven by a valid session or by a token of an application. */
export type Caller = SessionTimes & {
  personId: string;
  /** The session; for an application its token. */
  sessionId: string;
  deviceId: string;
  kind: "browser" | "client";
  platformRole: "super_admin" | "admin" | null;
  memberships: readonly CallerMembership[];
  startOrganizationId: string | null;
  restriction: Restriction | null;
  /** When she last proved who she is; a step-up renews it. */
  authenticatedAt: Date;
  /** When the second factor was last proven in this session. */
  secondFactorAt: Date | null;
  /** A sign-in of this user asks for a second factor, so a fresh proof of identity does too. */
  hasSecondFactor: boolean;
  isDemo: boolean;
  /** Set when an application makes the request for her: then nothing but its practice and its scopes is open. */
  token?: TokenGrant;
};

/** What a request brings to prove a session. */
export type Credentials = { accessToken: string | undefined; deviceSecret: string | undefined };
