import { defaultPageSize } from "@praxisportal/contract/limits";
import { paginationFor } from "@praxisportal/contract/pagination";
import { rightSources } from "@praxisportal/contract/users/rights-sources.rules";
import type { UserListQuery } from "@praxisportal/contract/users/users.schema";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { likePatterns } from "../../../platform/db/like-pattern.ts";
import { prepareQuery } from "../../../platform/db/prepared.ts";
import { usableMembership } from "../../../platform/db/usable-membership.ts";
import {
  isExternal,
  securityFinding,
} from "../../../directory/security-findings/security-findings.queries.ts";
import { isLocked, type ListedColumns, listedUserColumns } from "../../../directory/users.presenter.ts";

/** Sort expressions per field of the contract. Names use the German collation, and absent values come last. */
export const sortColumns: Readonly<Record<UserListQuery["sortBy"], string>> = {
  "personalInfo.lastName": 'm.last_name collate "de-x-icu"',
  "personalInfo.firstName": 'm.first_name collate "de-x-icu"',
  username: 'm.username collate "de-x-icu"',
  email: "m.email",
  "role.type": "m.role",
  "organizationData.department": 'm.department collate "de-x-icu"',
  status: "m.status",
  lastLogin: "m.last_login_at",
  lastActivity: "m.last_activity_at",
  createdAt: "m.created_at",
};

/**
 * Returns the condition of a state. Each person is in exactly one: blocked takes precedence over locked, and both over
 * active. The other states are those of the membership.
 */
export function stateCondition(
  state: NonNullable<UserListQuery["status"]>,
  now: Date,
  withSecurity: boolean,
) {
  // Leaving restricted members out of the active ones would reveal who is restricted.
  if (!withSecurity) return sql<SqlBool>`m.status = ${sql.lit(state)}`;
  switch (state) {
    case "blocked":
      return sql<SqlBool>`m.status = 'active' and m.blocked_at is not null`;
    case "locked":
      return sql<SqlBool>`m.status = 'active' and m.blocked_at is null and ${isLocked(now)}`;
    case "active":
      return sql<SqlBool>`m.status = 'active' and m.blocked_at is null and (${isLocked(now)}) is not true`;
    default:
      return sql<SqlBool>`m.status = ${sql.lit(state)}`;
  }
}

/**
 * Order by name, as in membership_list. Equal last names are sorted by first name and then by a unique value, so that
 * pages never overlap.
 */
export const byName = sql.raw('m.last_name collate "de-x-icu", m.first_name collate "de-x-icu", m.person_id');

/** Parameters of a list's statement. */
type ListValues = {
  organizationId: string;
  now: Date;
  patterns: readonly string[];
  /** The patterns that could match an extension. */
  numberPatterns: readonly string[];
  role: string | undefined;
  department: string | undefined;
  from: string | undefined;
  to: string | undefined;
  endsWithinDays: number | undefined;
  limit: number;
  offset: number;
};
type Value = <Name extends keyof ListValues>(name: Name) => NonNullable<ListValues[Name]>;
type ListRow = { data: string | null; total: number | string | null };

/** Size up to which a search reads all people of an organization. Reading 20,000 takes about 10 ms. */
const scannedMax = 20_000;

function valuesOf(organizationId: string, query: UserListQuery, now: Date): ListValues {
  const patterns = likePatterns(query.search);
  return {
    organizationId,
    now,
    patterns,
    numberPatterns: patterns.filter((pattern) => /^%[0-9+*#/-]+%$/.test(pattern)),
    role: query.role,
    department: query.department,
    from: query.dateRange?.from,
    to: query.dateRange?.to,
    endsWithinDays: query.endsWithinDays,
    limit: query.limit,
    offset: (query.page - 1) * query.limit,
  };
}

const byNameOrder = { sortBy: "personalInfo.lastName", sortOrder: "asc" } as const;

/** The filters and the order of a list, which determine its statement. */
type ListShape = Pick<
  UserListQuery,
  "sortBy" | "sortOrder" | "status" | "finding" | "secondFactor" | "employment" | "may"
> &
  ListedColumns & {
    hasPatterns: boolean;
    hasNumberPatterns: boolean;
    hasRole: boolean;
    hasDepartment: boolean;
    hasDates: boolean;
    hasEnd: boolean;
    /** Whether any filter is set. */
    isFiltered: boolean;
    /** Whether the page is in name order near the start, where reading the index and stopping early is fastest. */
    isDirect: boolean;
    /**
     * Whether it is the most requested page. Its limit is written into the statement, so that the database caches a
     * plan.
     */
    isFirst: boolean;
  };

/** Offset up to which skipping rows costs less than numbering them and reading only those of the page. */
const directOffsetMax = 100;

function shapeOf(query: UserListQuery, values: ListValues, view: ListedColumns): ListShape {
  const filters = {
    hasPatterns: values.patterns.length > 0,
    hasNumberPatterns: values.numberPatterns.length > 0,
    hasRole: query.role !== undefined,
    hasDepartment: Boolean(query.department),
    hasDates: query.dateRange !== undefined,
    hasEnd: query.endsWithinDays !== undefined,
  };
  const choice = query.status ?? query.finding ?? query.secondFactor ?? query.employment ?? query.may;
  const isFiltered = Object.values(filters).includes(true) || choice !== undefined;
  return {
    ...filters,
    withSecurity: view.withSecurity,
    withEmployment: view.withEmployment,
    isFirst: values.limit === defaultPageSize && values.offset === 0,
    sortBy: query.sortBy,
    sortOrder: query.sortOrder,
    status: query.status,
    finding: query.finding,
    secondFactor: query.secondFactor,
    employment: query.employment,
    may: query.may,
    isFiltered,
    isDirect: !isFiltered && query.sortBy === "personalInfo.lastName" && values.offset <= directOffsetMax,
  };
}

/**
 * Returns the condition for members with access whose role or grants give a right. Locked and blocked members are
 * included, because they have the right again as soon as the restriction ends. Omitting them would reveal who is
 * restricted.
 */
function hasRight(right: NonNullable<UserListQuery["may"]>, value: Value) {
  const { roles, permissions } = rightSources(right);
  const texts = (values: readonly string[]) => sql.lit(`{${values.join()}}`);
  // The index of the list has the roles but not the grants. Few members have grants, and they have their own index.
  return sql<SqlBool>`m.status = 'active' and (m.valid_until is null or m.valid_until > ${value("now")}::timestamptz)
    and (m.role = any (${texts(roles)}::text[]) or m.person_id in (
      select g.person_id from membership g where g.organization_id = ${value("organizationId")}
        and g.status <> 'removed' and g.permissions <> '{}' and g.permissions && ${texts(permissions)}::text[]))`;
}

const sizeOf = (value: Value) =>
  sql`(select members from organization_size where organization_id = ${value("organizationId")})`;

/** Returns the conditions of a list. The first of them is always the organization. */
function conditions(shape: ListShape, value: Value): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`m.organization_id = ${value("organizationId")} and m.status <> 'removed'`];
  if (shape.hasPatterns) {
    const required = sql`array(select lower(pattern) from unnest(${value("patterns")}::text[]) as pattern)`;
    // Up to this size, reading the organization's part of membership_list is faster than intersecting lists of common
    // trigrams. A filter, unlike a join, also keeps the order of the index.
    const matches = sql<SqlBool>`case when ${sizeOf(value)} <= ${sql.lit(scannedMax)}
      then m.search_text like all (${required}) else m.person_id in (select search_members(${value("patterns")})) end`;
    // The index of the list does not have the extensions. They have their own index, which only numbers can match.
    parts.push(
      shape.hasNumberPatterns
        ? sql<SqlBool>`(${matches} or m.person_id in (
            select e.person_id from membership e where e.organization_id = ${value("organizationId")}
              and e.status <> 'removed' and e.extension is not null
              and e.extension like any (${value("numberPatterns")}::text[])
              and e.search_text || ' ' || e.extension like all (${required})))`
        : matches,
    );
  }
  if (shape.hasRole) parts.push(sql<SqlBool>`m.role = ${value("role")}`);
  if (shape.hasDepartment) parts.push(sql<SqlBool>`m.department = ${value("department")}`);
  const zone = sql`(select time_zone from organization where organization_id = ${value("organizationId")})`;
  if (shape.hasEnd) {
    const now = value("now");
    // The day of the end is a day in the time zone of the organization.
    const until = sql`(((${now}::timestamptz at time zone ${zone})::date + ${value("endsWithinDays")}::int + 1)::timestamp
      at time zone ${zone})`;
    parts.push(sql<SqlBool>`${usableMembership("m", now)} and (m.valid_until < ${until} or exists (
      select from staff_change c where c.organization_id = ${value("organizationId")} and c.membership_id = m.id
        and c.kind = 'offboarding' and c.state = 'planned' and c.takes_effect_at < ${until}))`);
  }
  if (shape.hasDates) {
    parts.push(
      sql<SqlBool>`m.created_at >= (${value("from")}::date)::timestamp at time zone ${zone}`,
      sql<SqlBool>`m.created_at < (${value("to")}::date + 1)::timestamp at time zone ${zone}`,
    );
  }
  if (shape.status) parts.push(stateCondition(shape.status, value("now"), shape.withSecurity));
  if (shape.secondFactor)
    parts.push(sql<SqlBool>`${usableMembership("m", value("now"))} and not m.two_factor_enabled`);
  if (shape.employment) parts.push(isExternal);
  if (shape.may) parts.push(hasRight(shape.may, value));
  if (shape.finding) {
    const now = value("now");
    parts.push(securityFinding(shape.finding, { usable: usableMembership("m", now), now }));
  }
  return sql.join(parts, sql` and `);
}

/** Prepares one statement for page and total. */
function prepareList(shape: ListShape) {
  return prepareQuery<ListValues, ListRow>((db, value) => ({
    compile: () => (shape.isDirect ? directList(shape, value) : rankedList(shape, value)).compile(db),
  }));
}

/**
 * Returns the range. With the limit as a parameter, the database would plan each time, which costs more than running.
 */
function rangeOf(shape: ListShape, value: Value) {
  return shape.isFirst
    ? sql`limit ${sql.lit(defaultPageSize)}`
    : sql`limit ${value("limit")} offset ${value("offset")}`;
}

function directList(shape: ListShape, value: Value): RawBuilder<ListRow> {
  // "nulls last" is omitted, because a backward index scan cannot provide it.
  const order =
    shape.sortOrder === "desc" ? sql`${sql.raw(sortColumns[shape.sortBy])} desc, ${byName}` : byName;
  return sql<ListRow>`select (
    select coalesce(json_agg(listed), '[]')::text from (
      select ${listedUserColumns(value("now"), shape)} from membership m
      where m.organization_id = ${value("organizationId")} and m.status <> 'removed'
      order by ${order} ${rangeOf(shape, value)}) as listed) as data,
    ${sizeOf(value)} as total`;
}

/**
 * Prepares a list that numbers its rows. One scan of membership_list finds and numbers them in name order, so that
 * sorting by other columns compares only numbers among equal values. Then only the rows of the page are read.
 */
function rankedList(shape: ListShape, value: Value): RawBuilder<ListRow> {
  const direction = shape.sortOrder === "desc" ? "desc" : "asc";
  const isByName = shape.sortBy === "personalInfo.lastName" && direction === "asc";
  const column = isByName ? sql`null` : sql.raw(sortColumns[shape.sortBy]);
  const order = isByName ? sql`rank` : sql.raw(`x ${direction} nulls last, rank`);
  return sql<ListRow>`with found as (
      select m.person_id, ${column} as x, row_number() over (order by ${byName}) as rank
      from membership m where ${conditions(shape, value)}),
    page as (select * from found order by ${order} ${rangeOf(shape, value)})
    select (
      select coalesce(json_agg(listed), '[]')::text from (
        select ${listedUserColumns(value("now"), shape)} from page
        join membership m on m.organization_id = ${value("organizationId")} and m.person_id = page.person_id
        order by ${order}) as listed) as data,
      ${shape.isFiltered ? sql`(select count(*) from found)` : sizeOf(value)} as total`;
}

/** Columns that the caller of a list may see, and the time of the list. */
export type ListView = ListedColumns & { now: Date };

/** Returns the conditions of a list with inlined values, for callers that read all of its pages. */
export function listConditions(
  organizationId: string,
  query: Omit<UserListQuery, "page" | "limit" | "sortBy" | "sortOrder">,
  view: ListView,
): RawBuilder<SqlBool> {
  const unpaged = { ...query, page: 1, limit: 1, ...byNameOrder };
  const values = valuesOf(organizationId, unpaged, view.now);
  return conditions(shapeOf(unpaged, values, view), ((name: keyof ListValues) => values[name]) as Value);
}

/** Prepared statements by shape. */
const preparedLists = new Map<string, ReturnType<typeof prepareList>>();

/** Returns one page of the people of an organization as JSON text in the contract's format. */
export async function listUsers(db: OrganizationDb, query: UserListQuery, view: ListView): Promise<string> {
  const values = valuesOf(db.organizationId, query, view.now);
  const shape = shapeOf(query, values, view);
  const key = Object.values(shape).join();
  const list = preparedLists.get(key) ?? prepareList(shape);
  preparedLists.set(key, list);
  const [page] = await db.read(() => list(values));
  const pagination = paginationFor(query, Number(page?.total ?? 0));
  return `{"data":${page?.data ?? "[]"},"pagination":${JSON.stringify(pagination)}}`;
}
