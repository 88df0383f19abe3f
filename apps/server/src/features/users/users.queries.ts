import { paginationFor } from "@praxisportal/contract/pagination";
import type { UserListQuery } from "@praxisportal/contract/users/users.schema";
import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import { likePattern } from "../../platform/db/like-pattern.ts";
import { prepareQuery } from "../../platform/db/prepared.ts";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { listedUserJson, type UserRow } from "./users.presenter.ts";

type Members = ExpressionBuilder<TenantTables & GlobalTables & { m: TenantTables["membership"] }, "m">;

/** Sort expressions per field of the contract; names by German collation, absent values last. */
export const sortColumns: Readonly<Record<UserListQuery["sortBy"], string>> = {
  "personalInfo.lastName": 'm.last_name collate "de-x-icu"',
  "personalInfo.firstName": 'm.first_name collate "de-x-icu"',
  username: 'm.username collate "de-x-icu"',
  email: "m.email",
  "role.type": "m.role",
  "organizationData.department": 'm.department collate "de-x-icu"',
  status: "m.status",
  lastLogin: "m.last_login_at",
  createdAt: "m.created_at",
};

/** The values of a list's statement. */
type ListValues = {
  organizationId: string;
  pattern: string | undefined;
  role: string | undefined;
  department: string | undefined;
  from: string | undefined;
  to: string | undefined;
  limit: number;
  offset: number;
};
type Value = <Name extends keyof ListValues>(name: Name) => NonNullable<ListValues[Name]>;

/** The conditions of a list, from the query of the contract. The practice itself is always the first of them. */
function conditions(eb: Members, query: UserListQuery, value: Value) {
  const all = [eb("m.organization_id", "=", value("organizationId")), eb("m.status", "<>", "removed")];
  if (query.search) all.push(eb("m.search_text", "like", value("pattern")));
  if (query.role) all.push(eb("m.role", "=", value("role")));
  if (query.department) all.push(eb("m.department", "=", value("department")));
  if (query.dateRange) {
    const zone = sql`(select time_zone from organization where organization_id = ${value("organizationId")})`;
    all.push(sql<SqlBool>`m.created_at >= (${value("from")}::date)::timestamp at time zone ${zone}` as never);
    all.push(
      sql<SqlBool>`m.created_at < (${value("to")}::date + 1)::timestamp at time zone ${zone}` as never,
    );
  }
  if (query.status) all.push(stateCondition(query.status) as never);
  return eb.and(all);
}

/** Each person is in exactly one state: blocked wins over locked, both over active; others are what they are. */
export function stateCondition(state: NonNullable<UserListQuery["status"]>) {
  switch (state) {
    case "blocked":
      return sql<SqlBool>`m.status = 'active' and m.blocked_at is not null`;
    case "locked":
      return sql<SqlBool>`m.status = 'active' and m.blocked_at is null and m.locked_until > now()`;
    case "active":
      return sql<SqlBool>`m.status = 'active' and m.blocked_at is null and (m.locked_until is null or m.locked_until <= now())`;
    default:
      return sql<SqlBool>`m.status = ${sql.lit(state)}`;
  }
}

/** Page and total in one statement: both see the same rows. */
function prepareList(query: UserListQuery) {
  const order = query.sortOrder === "desc" ? "desc" : "asc";
  const sorted = sql.raw(`${sortColumns[query.sortBy]} ${order} nulls last`);
  return prepareQuery<ListValues, { data: string | null; total: string | null }>((db, value) =>
    db.selectNoFrom((outer) => [
      outer
        .selectFrom(
          outer
            .selectFrom("membership as m")
            .select(listedUserJson.as("row"))
            .where((eb) => conditions(eb, query, value))
            .orderBy(sorted)
            // Same names sort by first name, then by a value nobody shares: pages never overlap.
            .orderBy(sql`m.last_name collate "de-x-icu"`)
            .orderBy(sql`m.first_name collate "de-x-icu"`)
            .orderBy("m.person_id")
            .limit(value("limit"))
            .offset(value("offset"))
            .as("page"),
        )
        .select(sql<string>`coalesce(json_agg(page.row), '[]')::text`.as("data"))
        .as("data"),
      outer
        .selectFrom("membership as m")
        .select(sql<string>`count(*)`.as("total"))
        .where((eb) => conditions(eb, query, value))
        .as("total"),
    ]),
  );
}

/** One prepared statement per shape of a query: which filters it has, and its order. */
const preparedLists = new Map<string, ReturnType<typeof prepareList>>();

function shapeOf(query: UserListQuery): string {
  const filters = [query.search, query.role, query.department, query.dateRange].map((filter) =>
    filter ? "1" : "0",
  );
  return `${query.sortBy} ${query.sortOrder} ${filters.join("")} ${query.status ?? ""}`;
}

/** One page of the people of a practice as JSON text of the contract's shape. */
export async function listUsers(db: OrganizationDb, query: UserListQuery): Promise<string> {
  const shape = shapeOf(query);
  const list = preparedLists.get(shape) ?? prepareList(query);
  preparedLists.set(shape, list);
  const [page] = await db.read(() =>
    list({
      organizationId: db.organizationId,
      pattern: query.search && likePattern(query.search),
      role: query.role,
      department: query.department,
      from: query.dateRange?.from,
      to: query.dateRange?.to,
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    }),
  );
  const pagination = paginationFor(query, Number(page?.total ?? 0));
  return `{"data":${page?.data ?? "[]"},"pagination":${JSON.stringify(pagination)}}`;
}

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
      // Of person and membership together: a change of either makes a new one.
      sql<number>`p.version + m.version - 1`.as("version"),
      "p.is_dark_mode",
      "p.language",
    ])
    .where("m.organization_id", "=", value("organizationId"))
    .where("m.person_id", "=", value("personId")),
);

/** A person as a member of a practice. */
export async function findMember(db: OrganizationDb, personId: string) {
  const [row] = await db.read(() => memberStatement({ organizationId: db.organizationId, personId }));
  return row;
}

/** A person without a practice: a platform account. */
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
 * Changes a person; answers which fields that changed, or undefined when the version does not fit: the one shown in
 * the practice, or of the person alone without one. What is as it was makes no new version.
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

/** Version of her membership in a practice; 1 without one, as if it had never changed. */
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
