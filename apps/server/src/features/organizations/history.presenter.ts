import { transferUndoWindowMs } from "@praxisportal/contract/limits";
import type { Activity, Operation } from "@praxisportal/contract/organizations/organizations.schema";
import type { HistoryEntry } from "../../platform/audit/audit-history.queries.ts";
import { operationTypeOf } from "./history.policy.ts";
import type { TransferState } from "./transfer-state.queries.ts";

/** Returns an entry of "recent activity"; `members` contains the people in it who belong to the organization. */
export function presentActivity(entry: HistoryEntry, members: ReadonlySet<string>): Activity {
  const partyOf = (id: string | null, name: string | null) => ({
    id,
    name,
    isMember: id !== null && members.has(id),
  });
  return {
    id: entry.id,
    action: entry.action,
    outcome: entry.outcome,
    actor: partyOf(entry.actor_id, entry.actor_name),
    byEmergencyCode: entry.actor_type === "emergency_code",
    target: partyOf(entry.target_id, entry.target_name),
    time: entry.occurred_at.toISOString(),
  };
}

type OperationInput = {
  organization: { id: string; name: string };
  now: Date;
  /** The state of the transfer that the entry is about. */
  transfer: TransferState | undefined;
};

/** Returns an entry of the operation history. */
export function presentOperation(
  entry: HistoryEntry,
  { organization: { id, name }, now, transfer }: OperationInput,
): Operation {
  return {
    id: entry.id,
    type: operationTypeOf(entry.action, entry.is_bulk),
    action: entry.action,
    user: { id: entry.target_id, name: entry.target_name },
    organization: { id, name },
    performer: { id: entry.actor_id, name: entry.actor_name },
    time: entry.occurred_at.toISOString(),
    outcome: transfer !== undefined && transfer.undone_at !== null ? "undone" : "done",
    undoableUntil: undoableUntil(transfer, now),
  };
}

/** Returns until when a person's newest transfer can be undone: for 24 hours. */
function undoableUntil(transfer: TransferState | undefined, now: Date): string | null {
  if (transfer === undefined || !transfer.is_newest || transfer.undone_at !== null) return null;
  const deadline = new Date(transfer.performed_at.getTime() + transferUndoWindowMs);
  return now < deadline ? deadline.toISOString() : null;
}
