import type { Principal } from "@praxisportal/contract/permissions";
import type { Session } from "@praxisportal/contract/sessions/sessions.schema";
import { securityActionsFor } from "@praxisportal/contract/user-security/user-security.rules";
import type { UserSecurity } from "@praxisportal/contract/user-security/user-security.schema";
import type { PresentedUser } from "../../directory/users.presenter.ts";
import { readUserAgent } from "../../platform/http/origin/user-agent.ts";
import type {
  ApplicationRow,
  DeviceRow,
  FactorRow,
  RecoveryCodeRow,
  SessionRow,
  SignInRow,
} from "./user-security.queries.ts";

type SecurityRecords = {
  user: PresentedUser;
  sessions: readonly SessionRow[];
  devices: readonly DeviceRow[];
  signIns: readonly SignInRow[];
  codes: readonly RecoveryCodeRow[];
  applications: readonly ApplicationRow[];
  factor: FactorRow;
  principal: Principal;
  isTwoFactorRequired: boolean;
  identityAuthority: UserSecurity["identityAuthority"];
  currentSessionId: string;
};

/** Returns the public representation of a person's security data. Only this function decides what it contains. */
export function presentUserSecurity(records: SecurityRecords): Omit<UserSecurity, "unlockableBy"> {
  const { factor, user, identityAuthority } = records;
  const passkeys = Number(factor.passkeys);
  const isBlocked = user.blockedAt !== null;
  const dayCode = records.codes.find(({ purpose }) => purpose === "day");
  return {
    ...user,
    sessions: records.sessions.map((row) => presentSession(row, records.currentSessionId)),
    devices: records.devices.map((row) => ({
      id: row.id,
      label: row.label,
      shared: row.is_shared ?? false,
      ...readUserAgent(row.user_agent),
      firstSeenAt: row.first_seen_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    })),
    lastLogins: records.signIns.map(({ occurred_at, outcome, record }) => ({
      time: occurred_at.toISOString(),
      outcome,
      address: record.request?.address ?? null,
      ...readUserAgent(record.request?.userAgent),
    })),
    twoFactor: {
      enabled: factor.enabled_at !== null,
      enabledAt: factor.enabled_at?.toISOString() ?? null,
      backupCodesRemaining: Number(factor.backup_codes),
      passkeys,
      required: records.isTwoFactorRequired,
    },
    blockReason: isBlocked ? factor.blocked_reason : null,
    blockedBy: isBlocked ? factor.blocked_by : null,
    recoveryCodes: records.codes.flatMap(({ purpose, ...row }) =>
      purpose === "day" ? [] : [{ purpose, ...presentCode(row) }],
    ),
    dayCode: dayCode === undefined ? null : presentCode(dayCode),
    applications: records.applications.map((row) => ({
      name: row.name,
      tokens: Number(row.tokens),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      expiresAt: row.expires_at.toISOString(),
    })),
    identityAuthority,
    allowedActions: securityActionsFor(records.principal, user, {
      authority: identityAuthority,
      hasSecondFactor: factor.enabled_at !== null || passkeys > 0,
      hasDayCode: dayCode !== undefined,
      mustChangePassword: user.mustChangePassword,
    }),
  };
}

function presentCode(row: Omit<RecoveryCodeRow, "purpose">) {
  return {
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    createdBy: row.created_by,
  };
}

function presentSession(row: SessionRow, currentSessionId: string): Session {
  return {
    id: row.id,
    current: row.id === currentSessionId,
    ...readUserAgent(row.user_agent),
    address: row.address,
    workstation:
      row.workstation_id === null
        ? null
        : {
            id: row.workstation_id,
            label: row.workstation_label,
            shared: row.workstation_is_shared ?? false,
          },
    organizationId: row.start_organization_id,
    createdAt: row.created_at.toISOString(),
    lastActiveAt: row.last_active_at.toISOString(),
    absoluteExpiresAt: row.absolute_expires_at.toISOString(),
    rememberMe: row.remember_me,
    locked: row.locked_at !== null,
    secondFactor: row.second_factor_at !== null,
    newDevice: row.is_new_device,
  };
}
