import type { Session } from "@praxisportal/contract/sessions/sessions.schema";
import type { UserAgentNames } from "../../platform/http/origin/user-agent.ts";

type SessionRow = {
  id: string;
  address: string | null;
  start_organization_id: string | null;
  created_at: Date;
  last_active_at: Date;
  absolute_expires_at: Date;
  remember_me: boolean;
  locked_at: Date | null;
  second_factor_at: Date | null;
  is_new_device: boolean | null;
};

/** Returns an open session as its user sees it. */
export function presentSession(
  row: SessionRow,
  names: UserAgentNames,
  workstation: { id: string; label: string | null; is_shared: boolean } | undefined,
  isCurrent: boolean,
): Session {
  return {
    id: row.id,
    current: isCurrent,
    browser: names.browser,
    system: names.system,
    address: row.address,
    workstation: workstation
      ? { id: workstation.id, label: workstation.label, shared: workstation.is_shared }
      : null,
    organizationId: row.start_organization_id,
    createdAt: row.created_at.toISOString(),
    lastActiveAt: row.last_active_at.toISOString(),
    absoluteExpiresAt: row.absolute_expires_at.toISOString(),
    rememberMe: row.remember_me,
    locked: row.locked_at !== null,
    secondFactor: row.second_factor_at !== null,
    newDevice: row.is_new_device ?? false,
  };
}
