import { sql } from "kysely";
import type { IdentityDb, OrganizationDb } from "../platform/db/handles.ts";
import type { OwnRow, UserRow } from "./users.presenter.ts";
import { prepareQuery } from "../platform/db/prepared.ts";

const memberStatement = prepareQuery<{ organizationId: string; personId: string }, OwnRow>((db, value) =>
  db
    .selectFrom("membership as m")
    .innerJoin("person as p", "p.id", "m.person_id")
    .select([
      "p.id",
      "m.username",
      "m.email",
      "m.email_verified",
      "p.pending_email",
      "p.first_name",
      "p.last_name",
      "p.phone",
      "m.role",
      "m.permissions as granted",
      "m.organization_id",
      sql<UserRow["status"]>`m.status`.as("status"),
      "m.department",
      "m.job_title",
      "m.extension",
      "p.must_change_password",
      "m.two_factor_enabled",
      "p.failed_login_attempts",
      "p.locked_until",
      "p.lock_reason",
      "m.blocked_at",
      "m.valid_until",
      "m.last_login_at",
      "m.last_activity_at",
      "m.joined_at",
      "m.created_at",
      // Covers person and membership: a change of either increases it.
      sql<number>`p.version + m.version - 1`.as("version"),
      "p.is_dark_mode",
      "p.language",
      sql<boolean>`exists (
        select from two_factor tf where tf.person_id = p.id and tf.enabled_at is not null)`.as(
        "has_authenticator_app",
      ),
    ])
    .where("m.organization_id", "=", value("organizationId"))
    .where("m.person_id", "=", value("personId")),
);

/** Returns a person as a member of an organization. */
export async function findMember(db: OrganizationDb, personId: string) {
  const [row] = await db.read(() => memberStatement({ organizationId: db.organizationId, personId }));
  return row;
}

/** Returns a person without an organization: a platform account. */
export async function findPerson(db: IdentityDb, personId: string) {
  const rows = await db.read((builder) =>
    builder
      .selectFrom("person as p")
      .leftJoin("two_factor as tf", "tf.person_id", "p.id")
      .select([
        "p.id",
        "p.platform_username as username",
        "p.pending_email",
        "p.first_name",
        "p.last_name",
        "p.phone",
        "p.must_change_password",
        "p.failed_login_attempts",
        "p.locked_until",
        "p.lock_reason",
        "p.last_login_at",
        "p.created_at",
        "p.version",
        "p.is_dark_mode",
        "p.language",
        "p.platform_role",
      ])
      .select(sql<string | null>`coalesce(p.email, p.pending_email)`.as("email"))
      .select(sql<boolean>`p.email is not null or p.pending_email is null`.as("email_verified"))
      .select(sql<boolean>`tf.enabled_at is not null`.as("has_authenticator_app"))
      .select(
        sql<boolean>`tf.enabled_at is not null or exists (select from passkey k where k.person_id = p.id)`.as(
          "two_factor_enabled",
        ),
      )
      .where("p.id", "=", personId),
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    ...row,
    role: row.platform_role ?? "guest",
    granted: [],
    organization_id: null,
    status: "active",
    department: null,
    job_title: null,
    extension: null,
    blocked_at: null,
    valid_until: null,
    joined_at: null,
    last_activity_at: null,
  } as OwnRow;
}
