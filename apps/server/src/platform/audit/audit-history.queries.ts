import { type AuditAction, currentAction, storedActions } from "@praxisportal/contract/audit-actions";
import { sql } from "kysely";
import type { OrganizationDb } from "../db/handles.ts";
import type { AuditOutcome } from "./audit-record.ts";
import type { HistoryCursor } from "./history-cursor.ts";

/** Entry for display in a history. A name is null if it was erased or the entry refers to no person. */
export type HistoryEntry = {
  seq: string;
  id: string;
  action: AuditAction;
  outcome: AuditOutcome;
  occurred_at: Date;
  actor_id: string | null;
  actor_type: string | null;
  actor_name: string | null;
  target_id: string | null;
  target_name: string | null;
  /** Whether its call was part of a bulk operation. */
  is_bulk: boolean;
  /** Position in the history, beginning with 1, and the size of the history. */
  position: number;
  total: number;
};

export type HistoryQuery = {
  /** Actions that belong to the history. An action without entries costs one index lookup. */
  actions: readonly AuditAction[];
  outcomes: readonly AuditOutcome[];
  /** Maximum number of entries in the history. Older ones are omitted. */
  keeps: number;
  limit: number;
  cursor: HistoryCursor | undefined;
};

/**
 * Returns a page of an organization's newest entries with one of the actions, newest first. Each action is read through
 * the index (organization, action, time) from its newest entry and no further than `keeps`, so the number of sign-ins
 * in between does not affect the cost. Entries with equal times are in chain order.
 */
export async function readHistory(db: OrganizationDb, query: HistoryQuery): Promise<HistoryEntry[]> {
  const { organizationId } = db;
  const { cursor } = query;
  const cursorPosition = sql`(
    select c.occurred_at, c.seq from audit_entry c
    where c.organization_id = ${organizationId} and c.seq = ${cursor?.seq ?? null}::bigint)`;
  // Each name has a scalar subquery, because a join reads all names of an organization if the planner expects many
  // entries.
  const nameOf = (party: "actor" | "target") => sql`(
    select name.display from audit_name name where name.organization_id = ${organizationId}
      and name.digest = decode(e.record->${sql.lit(party)}->>'name', 'hex'))`;
  const entries = await db.read((builder) =>
    builder
      .selectFrom(
        sql<HistoryEntry>`(
          with newest as materialized (
            select of_action.*,
              (row_number() over (order by of_action.occurred_at desc, of_action.seq desc))::int as position
            from unnest(${storedActions(query.actions)}::text[]) as wanted (action)
            cross join lateral (
              select e.seq, e.occurred_at from audit_entry e
              where e.organization_id = ${organizationId} and e.action = wanted.action
                and e.outcome = any(${query.outcomes}::text[])
              order by e.occurred_at desc, e.seq desc limit ${query.keeps}
            ) of_action
            order by position limit ${query.keeps}
          ),
          page as (
            select n.seq, n.position from newest n
            where ${
              cursor === undefined
                ? sql`true`
                : cursor.side === "older"
                  ? sql`(n.occurred_at, n.seq) < ${cursorPosition}`
                  : sql`(n.occurred_at, n.seq) > ${cursorPosition}`
            }
            order by n.position ${sql.raw(cursor?.side === "newer" ? "desc" : "asc")}
            limit ${query.limit}
          )
          select e.seq, e.id, e.action, e.outcome, e.occurred_at, e.actor_id, e.target_id,
            e.record->'actor'->>'type' as actor_type,
            ${nameOf("actor")} as actor_name, ${nameOf("target")} as target_name,
            coalesce(e.record->'request' ? 'bulkOperationId', false) as is_bulk,
            page.position, (select count(*) from newest)::int as total
          from page
          join audit_entry e on e.organization_id = ${organizationId} and e.seq = page.seq
          order by page.position)`.as("history"),
      )
      .selectAll(),
  );
  return entries.map((entry) => ({ ...entry, action: currentAction(entry.action) }));
}
