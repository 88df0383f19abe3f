import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";

/**
 * Marks an attempt as alerted in the organization that it may have targeted, and returns whether the name is one of its
 * members. Returns undefined if the organization has no open code or the attempt was the last one marked.
 */
export async function markAlerted(
  all: Kysely<TenantTables & GlobalTables>,
  attemptId: string,
  { personId, organizationId }: { personId: string; organizationId: string },
): Promise<{ isMember: boolean } | undefined> {
  const { rows } = await sql<{ isMember: boolean }>`
    update emergency_code c set last_failure_id = ${attemptId}
    where c.organization_id = ${organizationId} and c.code_hash is not null
      and c.last_failure_id is distinct from ${attemptId}
    returning exists (select from membership m where m.organization_id = c.organization_id
      and m.person_id = ${personId} and m.status <> 'removed') as "isMember"`.execute(all);
  return rows[0];
}
