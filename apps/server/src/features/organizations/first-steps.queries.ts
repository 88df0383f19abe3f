import { firstStepIds, type FirstStepId } from "@praxisportal/contract/organizations/organizations.schema";
import { hasPermission, type Principal } from "@praxisportal/contract/permissions";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { isExternal, isManager } from "../../directory/security-findings/security-findings.queries.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";

/** Returns the conditions for each step in the organization `o`. They use stored data; no step is ticked by hand. */
const conditions = (now: Date): Readonly<Record<FirstStepId, RawBuilder<SqlBool>>> => {
  // With practice managers, as in the security score: an administrator cannot create another one.
  const administrators = sql`membership m where m.organization_id = o.organization_id
    and ${isManager} and ${usableMembership("m", now)}`;
  return {
    details: sql`coalesce(o.details ->> 'address', '') <> ''`,
    // Only permanent members who can sign in now help when the other one is absent.
    secondAdministrator: sql`(select count(*) from ${administrators} and not ${isExternal}
      and (m.locked_until is null or m.locked_until <= ${now}::timestamptz)) >= 2`,
    administratorsTwoFactor: sql`not exists (select from ${administrators} and not m.two_factor_enabled)`,
    sites: sql`exists (select from site s where s.organization_id = o.organization_id)`,
    people: sql`exists (select from membership m where m.organization_id = o.organization_id
      and not ${isManager} and m.status in ('active', 'pending'))`,
    workstations: sql`exists (select from workstation w where w.organization_id = o.organization_id
      and w.label is not null)`,
    // Decided if a provider is approved (yes), or if AI is stopped for the organization (no).
    ai: sql`(exists (select from ai_approval a where a.organization_id = o.organization_id and a.approved)
      or exists (select from ai_policy p where p.organization_id = o.organization_id and p.stopped_at is not null))`,
  };
};

/**
 * Returns the first steps of an organization in order, and whether they are done. The decision about the AI is only for
 * callers who may make it.
 */
export async function readFirstSteps(
  db: OrganizationDb,
  principal: Principal,
  now: Date,
): Promise<{ id: FirstStepId; done: boolean }[]> {
  const steps = conditions(now);
  const [row] = await db.read<Record<FirstStepId, boolean>>((builder) => ({
    compile: () =>
      sql<Record<FirstStepId, boolean>>`
        select ${sql.join(firstStepIds.map((id) => sql`${steps[id]} as ${sql.ref(id)}`))}
        from organization o where o.organization_id = ${db.organizationId}`.compile(builder),
  }));
  return firstStepIds
    .filter((id) => id !== "ai" || hasPermission(principal, "ai:manage"))
    .map((id) => ({ id, done: row?.[id] ?? false }));
}
