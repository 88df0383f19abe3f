import { sql } from "kysely";
import { externalRoles } from "@praxisportal/contract/roles";
import { germanOrder } from "../../../platform/db/german-order.ts";
import { usableMembership } from "../../../platform/db/usable-membership.ts";
import type { EvidenceScope } from "./section.ts";

/** Returns the SQL for the name of a membership, or of a person in the log. */
const nameOf = (alias: string) =>
  sql<string>`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;

export type MemberRow = {
  name: string;
  username: string | null;
  role: string;
  permissions: string[];
  status: string;
  isUsable: boolean;
  isExternal: boolean;
  /** Time of the last change of role or permissions in the log, or otherwise the time of joining the organization. */
  rightsSince: Date | null;
  rightsBy: string | null;
  joinedAt: Date | null;
  lastLoginAt: Date | null;
  validUntil: Date | null;
  confidentialityOn: string | null;
  blockedAt: Date | null;
  blockedReason: string | null;
  lockedUntil: Date | null;
  hasAuthenticator: boolean;
  authenticatorSince: Date | null;
  passkeys: number;
};

/**
 * Reads the accounts of the organization, sorted by name, each with the audit entry that granted its current rights.
 */
export function readMembers({ db, now }: EvidenceScope): Promise<MemberRow[]> {
  return db.read((query) =>
    query
      .selectFrom("membership as m")
      .leftJoin("two_factor as f", (join) =>
        join.onRef("f.person_id", "=", "m.person_id").on("f.enabled_at", "is not", null),
      )
      .leftJoinLateral(
        (joinBuilder) =>
          joinBuilder
            .selectFrom("audit_entry as e")
            .select(["e.occurred_at as at"])
            .select(
              sql<
                string | null
              >`(select n.display from audit_name n where n.organization_id = e.organization_id
                and n.digest = decode(e.record->'actor'->>'name', 'hex'))`.as("by"),
            )
            .where("e.organization_id", "=", db.organizationId)
            .whereRef("e.target_id", "=", "m.person_id")
            .where("e.outcome", "=", "success")
            .where(sql<boolean>`e.record->'changes' ?| array['role', 'permissions']`)
            .orderBy("e.occurred_at", "desc")
            .orderBy("e.seq", "desc")
            .limit(1)
            .as("given"),
        (join) => join.onTrue(),
      )
      .select([
        nameOf("m").as("name"),
        "m.username",
        "m.role",
        "m.permissions",
        "m.status",
        usableMembership("m", now).as("isUsable"),
        sql<boolean>`(m.role = any(${externalRoles}::text[]) or m.is_external)`.as("isExternal"),
        sql<Date | null>`coalesce(given.at, m.joined_at, m.created_at)`.as("rightsSince"),
        "given.by as rightsBy",
        "m.joined_at as joinedAt",
        "m.last_login_at as lastLoginAt",
        "m.valid_until as validUntil",
        sql<string | null>`m.confidentiality_on::text`.as("confidentialityOn"),
        "m.blocked_at as blockedAt",
        "m.blocked_reason as blockedReason",
        "m.locked_until as lockedUntil",
        sql<boolean>`f.person_id is not null`.as("hasAuthenticator"),
        "f.enabled_at as authenticatorSince",
        sql<number>`(select count(*)::int from passkey k where k.person_id = m.person_id)`.as("passkeys"),
      ])
      .where("m.organization_id", "=", db.organizationId)
      .where("m.status", "<>", "removed")
      .orderBy("m.last_name", germanOrder)
      .orderBy("m.first_name", germanOrder)
      .orderBy("m.id"),
  );
}

export type RightsChangeRow = {
  at: Date;
  seq: string;
  action: string;
  name: string | null;
  by: string | null;
  role: [string | null, string | null] | null;
  permissions: [string[] | null, string[] | null] | null;
};

/** Reads the changes of roles and permissions in the period, newest first. */
export function readRightsChanges({ db, from, now }: EvidenceScope): Promise<RightsChangeRow[]> {
  const displayOf = (party: "actor" | "target") => sql<string | null>`(
    select n.display from audit_name n where n.organization_id = e.organization_id
      and n.digest = decode(e.record->${sql.lit(party)}->>'name', 'hex'))`;
  return db.read((query) =>
    query
      .selectFrom("audit_entry as e")
      .select(["e.occurred_at as at", "e.seq", "e.action"])
      .select([
        displayOf("target").as("name"),
        displayOf("actor").as("by"),
        sql<RightsChangeRow["role"]>`e.record->'changes'->'role'`.as("role"),
        sql<RightsChangeRow["permissions"]>`e.record->'changes'->'permissions'`.as("permissions"),
      ])
      .where("e.organization_id", "=", db.organizationId)
      .where("e.target_type", "=", "user")
      .where("e.outcome", "=", "success")
      .where("e.occurred_at", ">=", from)
      .where("e.occurred_at", "<=", now)
      .where(sql<boolean>`e.record->'changes' ?| array['role', 'permissions']`)
      .orderBy("e.occurred_at", "desc")
      .orderBy("e.seq", "desc"),
  );
}

export type StaffRow = {
  name: string;
  /** Null for a member whose joining or leaving was not recorded. */
  state: string | null;
  at: Date | null;
  by: string | null;
  checks: { item: string; at: string; by: string | null }[];
};

/**
 * Reads the onboardings or offboardings of the period, newest first: the records with their checklists, and the members
 * who joined or left without a record.
 */
export function readStaffChanges(
  { db, from, now }: EvidenceScope,
  kind: "onboarding" | "offboarding",
): Promise<StaffRow[]> {
  const personName = (id: string) => sql<
    string | null
  >`(select nullif(trim(n.first_name || ' ' || n.last_name), '')
    from membership n where n.organization_id = ${db.organizationId} and n.person_id = ${sql.ref(id)})`;
  // A member who left has no date of their own; the log has it.
  const leftAt = sql<Date>`coalesce((select max(e.occurred_at) from audit_entry e
    where e.organization_id = m.organization_id and e.target_id = m.person_id and e.outcome = 'success'
      and e.action in ('member.removed', 'user.deleted', 'user.transferred')), m.updated_at)`;
  const at = kind === "onboarding" ? sql<Date>`m.joined_at` : leftAt;
  const status =
    kind === "onboarding"
      ? sql<boolean>`m.status <> 'pending' and m.joined_at is not null`
      : sql<boolean>`m.status = 'removed'`;
  return db.read<StaffRow>((query) => {
    const changes = query
      .selectFrom("staff_change as c")
      .innerJoin("membership as m", (join) =>
        join.onRef("m.organization_id", "=", "c.organization_id").onRef("m.id", "=", "c.membership_id"),
      )
      .select([
        nameOf("m").as("name"),
        sql<string | null>`c.state`.as("state"),
        sql<Date | null>`c.takes_effect_at`.as("at"),
        personName("c.created_by").as("by"),
        sql<
          StaffRow["checks"]
        >`(select coalesce(jsonb_agg(jsonb_build_object('item', k.item, 'at', k.checked_at,
          'by', ${personName("k.checked_by")}) order by k.checked_at, k.item), '[]')
          from staff_check k where k.organization_id = c.organization_id and k.change_id = c.id)`.as(
          "checks",
        ),
      ])
      .where("c.organization_id", "=", db.organizationId)
      .where("c.kind", "=", kind)
      .where("c.state", "<>", "cancelled")
      .where((where) => where.or([where("c.state", "=", "planned"), where("c.takes_effect_at", ">=", from)]))
      .unionAll(
        query
          .selectFrom("membership as m")
          .select([
            nameOf("m").as("name"),
            sql<string | null>`null`.as("state"),
            sql<Date | null>`${at}`.as("at"),
            sql<string | null>`null`.as("by"),
            sql<StaffRow["checks"]>`'[]'::jsonb`.as("checks"),
          ])
          .where("m.organization_id", "=", db.organizationId)
          .where(status)
          .where(sql<boolean>`${at} between ${from}::timestamptz and ${now}::timestamptz`)
          .where((where) =>
            where.not(
              where.exists(
                where
                  .selectFrom("staff_change as c")
                  .select("c.id")
                  .whereRef("c.organization_id", "=", "m.organization_id")
                  .whereRef("c.membership_id", "=", "m.id")
                  .where("c.kind", "=", kind)
                  .where("c.state", "<>", "cancelled"),
              ),
            ),
          ),
      );
    // A union can be ordered by its columns only, without a collation.
    return query
      .selectFrom(changes.as("change"))
      .selectAll()
      .orderBy("at", "desc")
      .orderBy("name", germanOrder);
  });
}

/** Reads the names of the administrators, who are responsible for the open points. */
export async function readAdministrators({ db, now }: EvidenceScope): Promise<string[]> {
  const rows = await db.read((query) =>
    query
      .selectFrom("membership as m")
      .select(nameOf("m").as("name"))
      .where("m.organization_id", "=", db.organizationId)
      .where("m.role", "=", "org_admin")
      .where(usableMembership("m", now))
      .orderBy("m.last_name", germanOrder)
      .orderBy("m.first_name", germanOrder),
  );
  return rows.map(({ name }) => name);
}
