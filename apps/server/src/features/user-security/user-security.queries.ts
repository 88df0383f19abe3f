import { newDeviceWindowMs, recoveryCodeMaxAttempts, sessionIdleMs } from "@praxisportal/contract/limits";
import { userManagerRoles } from "@praxisportal/contract/roles";
import { sql } from "kysely";
import type { AuditRecord } from "../../platform/audit/audit-record.ts";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";

/** Maximum number of returned sign-ins. */
const loginsMax = 10;
const devicesMax = 20;

export type SessionRow = {
  id: string;
  user_agent: string | null;
  address: string | null;
  workstation_id: string | null;
  workstation_label: string | null;
  workstation_is_shared: boolean | null;
  start_organization_id: string | null;
  created_at: Date;
  last_active_at: Date;
  absolute_expires_at: Date;
  remember_me: boolean;
  locked_at: Date | null;
  second_factor_at: Date | null;
  is_new_device: boolean;
};

export type DeviceRow = {
  id: string;
  label: string | null;
  is_shared: boolean | null;
  user_agent: string | null;
  first_seen_at: Date;
  last_seen_at: Date;
};

export type SignInRow = { occurred_at: Date; outcome: AuditRecord["outcome"]; record: AuditRecord };

export type RecoveryCodeRow = {
  purpose: "password" | "second_factor" | "day";
  created_at: Date;
  expires_at: Date;
  created_by: string;
};

export type ApplicationRow = { name: string; tokens: string; last_used_at: Date | null; expires_at: Date };

export type FactorRow = {
  enabled_at: Date | null;
  backup_codes: string;
  passkeys: string;
  policy: string;
  role: string;
  granted: string[];
  is_platform_account: boolean;
  belongs_elsewhere: boolean;
  blocked_reason: string | null;
  blocked_by: string | null;
};

/** Returns the SQL of a joined person's full name, such as "Ina Musterfrau". */
const nameOf = (person: string) =>
  sql<string>`trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)})`;

/**
 * Reads a member's security data, limited to sessions that began in this organization, their devices, and the sign-ins
 * in the organization's log. The organization cannot see activity elsewhere.
 */
export function readSecurity(db: OrganizationDb, personId: string, now: Date) {
  const { organizationId } = db;
  const idleSince = new Date(now.getTime() - sessionIdleMs);
  const newSince = new Date(now.getTime() - newDeviceWindowMs);
  return db.readAll<[SessionRow, DeviceRow, SignInRow, RecoveryCodeRow, ApplicationRow, FactorRow]>(
    (query) => [
      query
        .selectFrom("session as s")
        .innerJoin("device as d", "d.id", "s.device_id")
        .leftJoin("workstation as w", (join) =>
          join.onRef("w.id", "=", "s.device_id").on("w.organization_id", "=", organizationId),
        )
        .select(["s.id", "s.user_agent", "s.address", "s.start_organization_id", "s.created_at"])
        .select(["s.last_active_at", "s.absolute_expires_at", "s.remember_me", "s.locked_at"])
        .select(["s.second_factor_at", "w.id as workstation_id", "w.label as workstation_label"])
        .select("w.is_shared as workstation_is_shared")
        .select(
          sql<boolean>`s.created_at > ${newSince} and not exists (
          select from session earlier where earlier.person_id = s.person_id
            and earlier.device_id = s.device_id and earlier.created_at < s.created_at)`.as("is_new_device"),
        )
        .where("s.person_id", "=", personId)
        .where("s.start_organization_id", "=", organizationId)
        .where("s.ended_at", "is", null)
        .where("d.revoked_at", "is", null)
        .where("s.absolute_expires_at", ">", now)
        .where((eb) => eb.or([eb("s.last_active_at", ">", idleSince), eb("s.locked_at", "is not", null)]))
        .orderBy("s.last_active_at", "desc")
        .orderBy("s.id"),
      query
        .selectFrom("session as s")
        .innerJoin("device_person as known", (join) =>
          join.onRef("known.device_id", "=", "s.device_id").onRef("known.person_id", "=", "s.person_id"),
        )
        .leftJoin("workstation as w", (join) =>
          join.onRef("w.id", "=", "s.device_id").on("w.organization_id", "=", organizationId),
        )
        .select(["s.device_id as id", "w.label", "w.is_shared"])
        .select(sql<string | null>`(array_agg(s.user_agent order by s.created_at desc))[1]`.as("user_agent"))
        .select([
          sql<Date>`min(s.created_at)`.as("first_seen_at"),
          sql<Date>`max(s.last_active_at)`.as("last_seen_at"),
        ])
        .where("s.person_id", "=", personId)
        .where("s.start_organization_id", "=", organizationId)
        .groupBy(["s.device_id", "w.label", "w.is_shared"])
        .orderBy("last_seen_at", "desc")
        .limit(devicesMax),
      query
        .selectFrom("audit_entry")
        .select(["occurred_at", "outcome", "record"])
        .where("organization_id", "=", organizationId)
        .where("action", "=", "auth.login")
        .where("actor_id", "=", personId)
        .orderBy("occurred_at", "desc")
        .orderBy("seq", "desc")
        .limit(loginsMax)
        .$castTo<SignInRow>(),
      query
        .selectFrom("recovery_code as c")
        .innerJoin("person as by", "by.id", "c.created_by")
        .select(["c.purpose", "c.created_at", "c.expires_at", nameOf("by").as("created_by")])
        .where("c.person_id", "=", personId)
        .where("c.organization_id", "=", organizationId)
        .where("c.used_at", "is", null)
        .where("c.revoked_at", "is", null)
        .where("c.expires_at", ">", now)
        .where("c.attempts", "<", recoveryCodeMaxAttempts)
        .orderBy("c.created_at", "desc")
        .$castTo<RecoveryCodeRow>(),
      query
        .selectFrom("org_token as t")
        .select((eb) => [
          eb.fn.max("t.application_name").as("name"),
          sql<string>`count(*)`.as("tokens"),
          eb.fn.max("t.last_used_at").as("last_used_at"),
          eb.fn.max("t.refresh_expires_at").as("expires_at"),
        ])
        .where("t.organization_id", "=", organizationId)
        .where("t.person_id", "=", personId)
        .where("t.revoked_at", "is", null)
        .where("t.refresh_expires_at", ">", now)
        .groupBy("t.application_id")
        .orderBy((eb) => eb.fn.max("t.application_name"), germanOrder),
      query
        .selectFrom("membership as m")
        .innerJoin("person as p", "p.id", "m.person_id")
        .leftJoin("person as by", "by.id", "m.blocked_by")
        .innerJoin("organization as o", "o.organization_id", "m.organization_id")
        .leftJoin("two_factor as tf", "tf.person_id", "p.id")
        .select(["tf.enabled_at", "o.two_factor_policy as policy", "m.role", "m.blocked_reason"])
        .select("m.permissions as granted")
        .select(nameOf("by").$castTo<string | null>().as("blocked_by"))
        .select([
          sql<string>`(select count(*) from backup_code c where c.person_id = p.id and c.used_at is null)`.as(
            "backup_codes",
          ),
          sql<string>`(select count(*) from passkey k where k.person_id = p.id)`.as("passkeys"),
          sql<boolean>`p.platform_role is not null`.as("is_platform_account"),
          sql<boolean>`has_other_memberships(p.id, m.organization_id)`.as("belongs_elsewhere"),
        ])
        .where("m.organization_id", "=", organizationId)
        .where("m.person_id", "=", personId)
        .where("m.status", "<>", "removed"),
    ],
  );
}

export type ManagerRow = { role: string; granted: string[]; name: string };

/** Returns the members who may manage users and can sign in now, except one, sorted by name. */
export function listUserManagers(
  db: OrganizationDb,
  { except, now }: { except: string; now: Date },
): Promise<ManagerRow[]> {
  return db.read((query) =>
    query
      .selectFrom("membership as m")
      .select(["m.role", "m.permissions as granted", nameOf("m").as("name")])
      .where("m.organization_id", "=", db.organizationId)
      .where("m.person_id", "<>", except)
      .where("m.role", "in", [...userManagerRoles])
      .where(usableMembership("m", now))
      .where((eb) => eb.or([eb("m.locked_until", "is", null), eb("m.locked_until", "<=", now)]))
      .orderBy("m.last_name", germanOrder)
      .orderBy("m.first_name", germanOrder)
      .orderBy("m.person_id"),
  );
}
