import { paginationFor } from "@praxisportal/contract/pagination";
import { canonicalRole } from "@praxisportal/contract/roles";
import type { StaffBoardEntry, StaffBoardQuery } from "@praxisportal/contract/staff/staff.schema";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { type BoardRow, readBoard } from "./board.queries.ts";
import { checklistOf } from "./staff.presenter.ts";

/** Returns a page of the staff board. */
export async function getBoard(db: OrganizationDb, query: StaffBoardQuery, now: Date) {
  const { rows, counts } = await readBoard(db, query, now);
  const total =
    query.stage === undefined ? counts.overdue + counts.running + counts.planned : counts[query.stage];
  return { data: rows.map(presentEntry), pagination: paginationFor(query, total), counts };
}

function presentEntry(row: BoardRow): StaffBoardEntry {
  const items = checklistOf(row.kind, row.items);
  const openItems = items.filter(({ item }) => !row.checked.includes(item));
  return {
    id: row.id,
    kind: row.kind,
    stage: row.stage,
    user: {
      id: row.person_id,
      firstName: row.first_name,
      lastName: row.last_name,
      role: canonicalRole(row.role) ?? "guest",
      department: row.department,
      isExternal: row.is_external,
    },
    takesEffectAt: new Date(row.takes_effect_at).toISOString(),
    day: row.day,
    daysLeft: row.days_left,
    doneItems: items.length - openItems.length,
    totalItems: items.length,
    nextItem: openItems[0] ?? null,
    ownerName: row.owner_name,
    blocked: row.blocked,
  };
}
