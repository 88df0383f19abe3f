import type { OffboardingEffects } from "@praxisportal/contract/staff/staff.schema";
import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";

export type Handover = {
  organization: string;
  timeZone: string;
  person: string | null;
  outcome: OffboardingEffects | null;
};

/**
 * Returns the handover to a successor at the time of sending, or undefined when they no longer belong to the
 * organization.
 */
export async function findHandover(
  db: PlatformDb,
  ids: { organizationId: string; personId: string; changeId: string },
  now: Date,
): Promise<Handover | undefined> {
  const { rows } = await sql<Handover>`
    select o.name as organization, o.time_zone as "timeZone", c.outcome,
      (select nullif(trim(m.first_name || ' ' || m.last_name), '') from membership m
        where m.organization_id = o.organization_id and m.person_id = c.person_id) as person
    from organization o
    join staff_change c on c.organization_id = o.organization_id and c.id = ${ids.changeId}
    join membership reader on reader.organization_id = o.organization_id
    where o.organization_id = ${ids.organizationId} and reader.person_id = ${ids.personId}
      and c.successor_id = reader.person_id and ${usableMembership("reader", now)}
      and o.status in ('trial', 'active')`.execute(db.reads);
  return rows[0];
}
