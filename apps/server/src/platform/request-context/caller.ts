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

/** Who makes a request, proven by a valid session. */
export type Caller = SessionTimes & {
  personId: string;
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
  isDemo: boolean;
};

/** What a request brings to prove a session. */
export type Credentials = { accessToken: string | undefined; deviceSecret: string | undefined };
