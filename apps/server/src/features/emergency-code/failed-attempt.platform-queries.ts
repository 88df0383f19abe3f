import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";

/**
 * Deletes the message of an attempt, and returns whether the name is a member of the organization that it may have
 * targeted. Returns undefined if the message was already handled or the organization has no open code.
 */
export async function takeFailedAttempt(
  allDb: Kysely<TenantTables & GlobalTables>,
  messageId: string,
  { personId, organizationId }: { personId: string; organizationId: string },
): Promise<{ isMember: boolean } | undefined> {
  const { rows } = await sql<{ isMember: boolean }>`
    with taken as (delete from outbox where id = ${messageId} returning id)
    select exists (select from membership m where m.organization_id = c.organization_id
      and m.person_id = ${personId} and m.status <> 'removed') as "isMember"
    from taken, emergency_code c
    where c.organization_id = ${organizationId} and c.code_hash is not null`.execute(allDb);
  return rows[0];
}
