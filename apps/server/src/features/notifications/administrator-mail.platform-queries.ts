import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { admits, usableMembership } from "../../platform/db/usable-membership.ts";

/**
 * Content of a notice; `until` is the end of the membership it is about, or of the organization's trial or contract.
 */
export type NoticeData = {
  organization: string;
  actor: string | null;
  person: string | null;
  until: Date | null;
  timeZone: string;
};

/**
 * Returns the content of a notice at the time of sending, or undefined when its recipient no longer administers the
 * organization.
 */
export async function findNotice(
  db: PlatformDb,
  ids: { organizationId: string; recipientId: string; actorId: string | null; subjectId: string | null },
  end: "trial" | "contract",
  now: Date,
): Promise<NoticeData | undefined> {
  const { rows } = await sql<NoticeData & { status: string }>`
    select o.name as organization, o.time_zone as "timeZone", o.status,
      (select nullif(trim(p.first_name || ' ' || p.last_name), '') from person p where p.id = ${ids.actorId}) as actor,
      (select nullif(trim(m.first_name || ' ' || m.last_name), '') from membership m
        where m.organization_id = o.organization_id and m.person_id = ${ids.subjectId}) as person,
      case when ${ids.subjectId}::uuid is null then ${sql.ref(end === "trial" ? "o.trial_ends_at" : "o.contract_ends_at")} else (select m.valid_until from membership m
        where m.organization_id = o.organization_id and m.person_id = ${ids.subjectId}) end as until
    from organization o
    join membership reader on reader.organization_id = o.organization_id
    where o.organization_id = ${ids.organizationId} and reader.person_id = ${ids.recipientId}
      and reader.role = 'org_admin' and ${usableMembership("reader", now)}`.execute(db.reads);
  return rows.find(({ status }) => admits(status, "org_admin"));
}
