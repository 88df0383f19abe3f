import type { SeatHolder } from "@praxisportal/contract/organizations/organization-changes.schema";
import { canonicalRole } from "@praxisportal/contract/roles";
import { ProblemError } from "../../platform/http/problem.ts";
import type { HolderCursor, SeatHolderRow } from "./seat-holders.queries.ts";

/** Parses a cursor from {@link presentSeatHolders}. Errors: 400 when it is malformed. */
export function readHolderCursor(text: string | undefined): HolderCursor | undefined {
  if (text === undefined) return undefined;
  const [, side, personId] =
    /^(after|before)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  if (side === undefined || personId === undefined) {
    throw new ProblemError("VALIDATION_FAILED", {
      issues: [{ path: "cursor", code: "invalidFormat", params: {} }],
    });
  }
  return { side: side as HolderCursor["side"], personId };
}

type PageInput = { limit: number; cursor: HolderCursor | undefined; total: number };

/** Returns a page of seat holders; `rows` contains one more than requested when there are more. */
export function presentSeatHolders(rows: readonly SeatHolderRow[], { limit, cursor, total }: PageInput) {
  const isBackwards = cursor?.side === "before";
  const page = rows.slice(0, limit);
  if (isBackwards) page.reverse();
  const hasMore = rows.length > limit;
  // On the other side of a page there is at least the person the cursor named.
  const [first, last] = [page[0], page.at(-1)];
  const hasBefore = isBackwards ? hasMore : cursor !== undefined;
  const hasAfter = isBackwards || hasMore;
  return {
    data: page.map(presentHolder),
    pagination: {
      limit,
      prevCursor: first !== undefined && hasBefore ? `before-${first.id}` : null,
      nextCursor: last !== undefined && hasAfter ? `after-${last.id}` : null,
      totalEstimate: total,
    },
  };
}

function presentHolder(row: SeatHolderRow): SeatHolder {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    role: canonicalRole(row.role) ?? "guest",
    department: row.department,
    status: row.status,
    since: row.since.toISOString(),
    validUntil: row.valid_until?.toISOString() ?? null,
  };
}
