import { type RawBuilder, sql } from "kysely";

/** Returns the SQL of the name that the target of the audit entry `d.entry_id` had at that time, until it is erased. */
export const entryTargetName: RawBuilder<string | null> = sql<string | null>`(
  select name.display from audit_entry e
  join audit_name name on name.organization_id = e.organization_id
    and name.digest = decode(e.record->'target'->>'name', 'hex')
  where e.organization_id = d.organization_id and e.id = d.entry_id)`;
