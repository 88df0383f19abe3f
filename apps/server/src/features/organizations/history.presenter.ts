import type { Activity, Operation } from "@praxisportal/contract/organizations/organizations.schema";
import type { HistoryEntry } from "../../platform/audit/audit-history.queries.ts";
import { operationTypeOf } from "./history.policy.ts";

/** Entry of "recent activity"; `members` are those of the people in it who belong to the practice. */
export function presentActivity(entry: HistoryEntry, members: ReadonlySet<string>): Activity {
  const named = (id: string | null, name: string | null) => ({
    id,
    name,
    isMember: id !== null && members.has(id),
  });
  return {
    id: entry.id,
    action: entry.action,
    outcome: entry.outcome,
    actor: named(entry.actor_id, entry.actor_name),
    target: named(entry.target_id, entry.target_name),
    time: entry.occurred_at.toISOString(),
  };
}

/** Entry of the operation history. */
export function presentOperation(entry: HistoryEntry, { id, name }: { id: string; name: string }): Operation {
  return {
    id: entry.id,
    type: operationTypeOf(entry.action),
    action: entry.action,
    user: { id: entry.target_id, name: entry.target_name },
    organization: { id, name },
    performer: { id: entry.actor_id, name: entry.actor_name },
    time: entry.occurred_at.toISOString(),
  };
}
