import type { Workstation } from "@praxisportal/contract/workstations/workstations.schema";
import type { UserAgentNames } from "../../platform/http/origin/user-agent.ts";
import type { WorkstationRow } from "./workstations.queries.ts";

/** Returns a workstation as the administrators of its organization see it. */
export function presentWorkstation(
  row: WorkstationRow,
  userAgent: UserAgentNames,
  isCurrent: boolean,
): Workstation {
  return {
    id: row.id,
    label: row.label,
    shared: row.is_shared,
    autoLockMinutes: row.auto_lock_minutes,
    releasedBy: row.released_at === null ? null : { id: row.released_by, name: row.releaser },
    releasedAt: row.released_at?.toISOString() ?? null,
    browser: userAgent.browser,
    system: userAgent.system,
    people: row.people ?? 0,
    lastUser: row.last_user,
    sites: row.sites ?? [],
    openSessions: row.open_sessions ?? 0,
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: isCurrent,
    version: row.version,
  };
}
