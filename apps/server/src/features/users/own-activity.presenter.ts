import type { OwnActivity } from "@praxisportal/contract/users/users.endpoints";
import type { OwnActivityRow } from "./own-activity.platform-queries.ts";

/** Entry of the own activity on the platform. Nobody in it belongs to the practice that was visited. */
export function presentOwnActivity(row: OwnActivityRow): OwnActivity {
  const { practice_id: id, practice_name: name } = row;
  return {
    id: row.id,
    action: row.action,
    outcome: row.outcome,
    actor: { id: row.actor_id, name: row.actor_name, isMember: false },
    target: { id: row.target_id, name: row.target_name, isMember: false },
    organization: id === null || name === null ? null : { id, name },
    time: row.occurred_at.toISOString(),
  };
}
