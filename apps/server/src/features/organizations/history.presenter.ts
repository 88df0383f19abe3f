import type { Activity, Operation } from "@praxisportal/contract/organizations/organizations.schema";
import type { HistoryEntry } from "../../platform/audit/audit-history.queries.ts";
import { operationTypeOf } from "./history.policy.ts";

/** Entry of "recent activity". */
export function presentActivity(entry: HistoryEntry): Activity {
  return {
    id: entry.id,
    action: entry.action,
    outcome: entry.outcome,
    actor: { id: entry.actor_id, name: entry.actor_name },
    target: { id: entry.target_id, name: entry.target_name },
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
