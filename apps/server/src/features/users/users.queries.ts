import { sql } from "kysely";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import { prepareQuery } from "../../platform/db/prepared.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { UserRow } from "./users.presenter.ts";

const memberStatement = prepareQuery<
  { organizationId: string; personId: string },
  UserRow & { is_dark_mode: boolean; language: string }
>((db, value) =>
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
      "p.must_change_password",
      "m.two_factor_enabled",
      "p.failed_login_attempts",
      "p.locked_until",
      "p.lock_reason",
      "m.blocked_at",
      "m.valid_until",
      "m.last_login_at",
      "m.joined_at",
      "m.created_at",
      // Covers person and membership: a change of either increases it.
      sql<number>`p.version + m.version - 1`.as("version"),
      "p.is_dark_mode",
      "p.language",
    ])
    .where("m.organization_id", "=", value("organizationId"))
    .where("m.person_id", "=", value("personId")),
);

/** Returns a person as a member of a practice. */
export async function findMember(db: OrganizationDb, personId: string) {
  const [row] = await db.read(() => memberStatement({ organizationId: db.organizationId, personId }));
  return row;
}

/** Returns a person without a practice: a platform account. */
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
      .select(sql<boolean>`tf.enabled_at is not null`.as("two_factor_enabled"))
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
    blocked_at: null,
    valid_until: null,
    joined_at: null,
  } as UserRow & { is_dark_mode: boolean; language: string };
}

export type PersonChanges = {
  first_name?: string;
  last_name?: string;
  phone?: string | null;
  is_dark_mode?: boolean;
  language?: string;
};

/**
 * Changes a person and returns the changed fields, or undefined when the version does not match: the version shown in
 * the practice or, without a practice, that of the person alone. Unchanged values do not increase the version.
 */
export async function updatePerson(
  tx: WriteTransaction,
  personId: string,
  changes: PersonChanges,
  expected: { version: number | undefined; organizationId: string | undefined },
) {
  const before = await tx.identity
    .selectFrom("person")
    .select(["first_name", "last_name", "phone", "is_dark_mode", "language", "version"])
    .where("id", "=", personId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (expected.version !== undefined) {
    const shown = before.version + (await membershipVersion(tx, personId, expected.organizationId)) - 1;
    if (shown !== expected.version) return undefined;
  }
  const changed = (Object.keys(changes) as (keyof PersonChanges)[]).filter(
    (field) => changes[field] !== before[field],
  );
  if (changed.length === 0) return changed;
  await tx.identity
    .updateTable("person")
    .set({ ...changes, version: before.version + 1, updated_at: sql`now()` })
    .where("id", "=", personId)
    .execute();
  await tx.syncMemberRows(personId);
  return changed;
}

/** Returns the version of a person's membership in a practice; 1 without one, as if it had never changed. */
async function membershipVersion(
  tx: WriteTransaction,
  personId: string,
  organizationId: string | undefined,
): Promise<number> {
  if (organizationId === undefined) return 1;
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership")
      .select("version")
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .executeTakeFirst(),
  );
  return row?.version ?? 1;
}
