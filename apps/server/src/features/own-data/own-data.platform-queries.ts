import { storedActions } from "@praxisportal/contract/audit-actions";
import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";

const visits = storedActions(["platform.organization_opened"]).toSorted();

/**
 * Returns the organizations that store data about a person: those of present and former memberships, and those that the
 * person visited for the operator. The condition on visits repeats that of the index literally.
 */
export async function findOrganizationsOf(db: PlatformDb, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from membership where person_id = ${personId}
    union
    select organization_id from audit_entry
    where actor_id = ${personId} and action in (${sql.join(visits.map((action) => sql.lit(action)))})
    order by id`.execute(db.reads);
  return rows.map(({ id }) => id);
}
