import { transferUndoWindowMs } from "@praxisportal/contract/limits";
import { canonicalRole } from "@praxisportal/contract/roles";
import type { TransferEntry } from "@praxisportal/contract/users/transfer.schema";
import type { TransferRow } from "./transfer.queries.ts";

/** Returns a transfer. `nameOf` returns the name of an organization that the caller belongs to, and null for others. */
export function presentTransfer(
  row: TransferRow,
  {
    isNewest,
    now,
    nameOf,
  }: { isNewest: boolean; now: Date; nameOf: (organizationId: string) => string | null },
): TransferEntry {
  const [from, to] =
    row.direction === "out"
      ? [row.organization_id, row.other_organization]
      : [row.other_organization, row.organization_id];
  const until = new Date(row.performed_at.getTime() + transferUndoWindowMs);
  const isUndoable = isNewest && row.undone_at === null && now < until;
  return {
    id: row.id,
    from: { id: from, name: nameOf(from) },
    to: { id: to, name: nameOf(to) },
    roleBefore: canonicalRole(row.role_before) ?? "guest",
    roleAfter: canonicalRole(row.role_after) ?? "guest",
    performer: { id: row.performed_by, name: row.performer_name },
    time: row.performed_at.toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoableUntil: isUndoable ? until.toISOString() : null,
  };
}
