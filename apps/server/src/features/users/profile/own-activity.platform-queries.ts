import { type AuditAction, currentAction, storedActions } from "@praxisportal/contract/audit-actions";
import { recentActivityEntries } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import { type AuditOutcome, platformChainId } from "../../../platform/audit/audit-record.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";

/** An entry that the user caused. Names are current. Null means no person or a deleted one. */
export type OwnActivityRow = {
  id: string;
  action: AuditAction;
  outcome: AuditOutcome;
  occurred_at: Date;
  actor_id: string | null;
  actor_name: string | null;
  target_id: string | null;
  target_name: string | null;
  organization_id: string | null;
  organization_name: string | null;
};

/** Actions that count as visits, in the order of the index. */
const visits = storedActions(["platform.organization_opened"]).toSorted();

/**
 * Returns the newest entries of the platform's chain with this person as the actor, and their visits to organizations.
 * The conditions are literally those of the index, so that only the index is read, even for long chains.
 */
export async function readOwnActivity(db: PlatformDb, personId: string): Promise<OwnActivityRow[]> {
  const { rows } = await sql<OwnActivityRow>`
    select e.id, e.action, e.outcome, e.occurred_at, e.actor_id,
      trim(who.first_name || ' ' || who.last_name) as actor_name,
      whom.id as target_id, trim(whom.first_name || ' ' || whom.last_name) as target_name,
      o.organization_id, o.name as organization_name
    from (
      select * from audit_entry
      where actor_id = ${personId}
        and (organization_id = ${sql.lit(platformChainId)} or action in (${sql.join(visits.map((action) => sql.lit(action)))}))
      order by occurred_at desc, seq desc limit ${recentActivityEntries}
    ) e
    left join person who on who.id = e.actor_id
    left join person whom on whom.id = e.target_id
    left join organization o on o.organization_id = e.organization_id
    order by e.occurred_at desc, e.seq desc`.execute(db.reads);
  return rows.map((row) => ({ ...row, action: currentAction(row.action) }));
}
