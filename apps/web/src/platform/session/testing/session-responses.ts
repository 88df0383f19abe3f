import type { SignedIn } from "@praxisportal/contract/auth/auth.schema";
import type { Me } from "@praxisportal/contract/users/users.schema";

export const praxis = { id: "0192f000-0000-7000-8000-00000000000a", name: "Praxis am Musterplatz" };

/** Returns a signed-in user as the server does. */
export function person(overrides: Partial<Me> = {}): Me {
  const id = overrides.id ?? "0192f000-0000-7000-8000-000000000001";
  return {
    id,
    _id: id,
    username: "inhaberin",
    email: "inhaberin@example.org",
    emailVerified: true,
    personalInfo: { firstName: "Ina", lastName: "Musterfrau", email: "inhaberin@example.org" },
    role: { type: "org_admin", permissions: ["organizations:*", "users:*"] },
    grantedPermissions: [],
    organizationId: praxis.id,
    status: "active",
    organizationData: { department: null, jobTitle: null, extension: null },
    phone: "+49 30 1234",
    mustChangePassword: false,
    pendingEmail: null,
    twoFactorEnabled: false,
    hasAuthenticatorApp: false,
    lockStatus: "unlocked",
    failedLoginAttempts: 0,
    lockReason: null,
    lockedUntil: null,
    blockedAt: null,
    validUntil: null,
    lastLogin: null,
    lastActivity: null,
    joinedAt: null,
    createdAt: "2026-01-01T08:00:00Z",
    version: 1,
    settings: { isDarkMode: false, language: "de" },
    ...overrides,
  };
}

const minuteMs = 60_000;

/** Returns the times of a response sent now by a server whose clock may differ from the browser's. */
export function timesResponse(remaining: { idleMin?: number; absoluteMin?: number; skewMs?: number } = {}) {
  const { idleMin = 30, absoluteMin = 24 * 60, skewMs = 0 } = remaining;
  const now = Date.now() + skewMs;
  return {
    idleExpiresAt: new Date(now + idleMin * minuteMs).toISOString(),
    absoluteExpiresAt: new Date(now + absoluteMin * minuteMs).toISOString(),
    serverTime: new Date(now).toISOString(),
  };
}

type RemainingTimes = Parameters<typeof timesResponse>[0];

/** Returns a complete login response. */
export function signedInResponse(user = person(), remaining: RemainingTimes = {}): SignedIn {
  const { id, name } = praxis;
  return {
    requires2FA: false,
    accessToken: `token-of-${user.id}`,
    accessTokenExpiresAt: new Date(Date.now() + 10 * minuteMs).toISOString(),
    refreshToken: "handle",
    ...timesResponse(remaining),
    sessionId: "0192f000-0000-7000-8000-0000000000ff",
    restriction: null,
    user,
    organization: { id, _id: id, organizationId: id, name, type: "practice", status: "active" },
  };
}

/** Returns the check-auth response for a valid session. */
export function checkAuthResponse(user = person(), remaining: RemainingTimes = {}) {
  const {
    requires2FA: _2fa,
    accessToken: _a,
    accessTokenExpiresAt: _e,
    refreshToken: _r,
    ...rest
  } = signedInResponse(user, remaining);
  return { authenticated: true, ...rest };
}

export function refreshResponse(remaining: RemainingTimes = {}, userId = person().id, token = "renewed") {
  return {
    accessToken: token,
    accessTokenExpiresAt: new Date(Date.now() + 10 * minuteMs).toISOString(),
    refreshToken: "handle",
    userId,
    sessionId: "0192f000-0000-7000-8000-0000000000ff",
    ...timesResponse(remaining),
  };
}
