import type { OwnActivity } from "@praxisportal/contract/users/users.endpoints";
import type { OwnActivityRow } from "./own-activity.platform-queries.ts";

/** Returns an entry of the user's own activity on the platform. It never names a member of the visited organization. */
export function presentOwnActivity(row: OwnActivityRow): OwnActivity {
  const { organization_id: id, organization_name: name } = row;
  return {
    id: row.id,
    action: row.action,
    outcome: row.outcome,
    actor: { id: row.actor_id, name: row.actor_name, isMember: false },
    byEmergencyCode: false,
    target: { id: row.target_id, name: row.target_name, isMember: false },
    organization: id === null || name === null ? null : { id, name },
    time: row.occurred_at.toISOString(),
  };
}
