import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";

/** An organization whose administrators are to be alerted, and whether the name is one of its members. */
export type AlertedOrganization = { organizationId: string; isMember: boolean };

/**
 * Marks an attempt as alerted in every organization with an open code that it may have targeted: the chosen one,
 * otherwise all organizations of the person. Returns those in which it was not marked before.
 */
export async function markAlerted(
  all: Kysely<TenantTables & GlobalTables>,
  attemptId: string,
  { personId, organizationId }: { personId: string; organizationId: string | null },
): Promise<AlertedOrganization[]> {
  const isMember = sql<boolean>`exists (select from membership m
    where m.organization_id = c.organization_id and m.person_id = ${personId} and m.status <> 'removed')`;
  const { rows } = await sql<AlertedOrganization>`
    update emergency_code c set last_failure_id = ${attemptId}
    where c.code_hash is not null and c.last_failure_id is distinct from ${attemptId}
      and (c.organization_id = ${organizationId} or (${organizationId}::uuid is null and ${isMember}))
    returning c.organization_id as "organizationId", ${isMember} as "isMember"`.execute(all);
  return rows;
}
