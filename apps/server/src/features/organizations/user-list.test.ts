import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import { knownPermissions } from "@praxisportal/contract/permissions";
import { listUsers } from "@praxisportal/contract/users/users.endpoints";
import { type ListedUser, userSortFields } from "@praxisportal/contract/users/users.schema";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { presentUser } from "../../directory/users.presenter.ts";
import { findMember } from "../../directory/users.queries.ts";

let testApp: TestApp;
let client: TestClient;
let organization: string;
let foreignIds: Set<string>;
let allUsers: ListedUser[];

const lastNames = [
  "Zander",
  "Äpfelbach",
  "Apfel",
  "Özdemir",
  "Ohm",
  "Muster",
  "Muster",
  "Muster",
  "müller",
  "Straße",
  "Strasse",
  "Übel",
];
const departments = ["Empfang", "Labor", "Röntgen", null];
const roles = ["viewer", "editor", "practice_admin", "support", "finance"] as const;

async function fillOrganization(id: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await makeMember(testApp, id, roles[index % roles.length] ?? "viewer", {
      firstName: index % 4 === 0 ? "Mia" : `Vorname${index % 5}`,
      lastName: lastNames[index % lastNames.length] ?? "",
      email: index % 9 === 8 ? null : `p${index}.${id.slice(-6)}@example.org`,
      department: departments[index % departments.length] ?? null,
      status: index % 7 === 3 ? "pending" : index % 11 === 5 ? "deactivated" : "active",
      blockedAt: index % 13 === 2 ? new Date() : null,
      permissions: index % 6 === 1 ? ["billing:manage", "ai:use"] : [],
      createdAt: new Date(Date.UTC(2026, index % 12, 1 + (index % 27), 12)),
      lastLoginAt: index % 3 === 0 ? null : new Date(Date.UTC(2026, 9, 1, index % 24)),
      password: null,
    });
  }
}

beforeAll(async () => {
  testApp = await createTestApp();
  organization = (await makeOrganization(testApp)).id;
  const otherId = (await makeOrganization(testApp)).id;
  client = new TestClient(testApp);
  await client.signIn(
    await makeMember(testApp, organization, "org_admin", { firstName: "Ina", lastName: "Zzuletzt" }),
  );
  await fillOrganization(organization, 64);
  await fillOrganization(otherId, 20);
  await queryRows(
    testApp,
    `with locked as (
       update person set locked_until = now() + interval '1 hour', failed_login_attempts = 10, lock_reason = 'failed_logins'
       where id in (select person_id from (select person_id, row_number() over (order by person_id) as n
         from membership) numbered where n % 7 = 0) returning id)
     select from locked`,
  );
  // An account whose lock has expired is no longer locked.
  await queryRows(
    testApp,
    `with unlocked as (
       update person set locked_until = now() - interval '1 second', failed_login_attempts = 10, lock_reason = 'failed_logins'
       where id in (select person_id from (select person_id, row_number() over (order by person_id) as n
         from membership) numbered where n % 7 = 1) returning id)
     select from unlocked`,
  );
  await queryRows(testApp, "select sync_member_rows(id) from person");
  const foreign = await queryRows<{ id: string }>(
    testApp,
    "select person_id as id from membership where organization_id = $1",
    [otherId],
  );
  foreignIds = new Set(foreign.map((row) => row.id));
  allUsers = (await pages({ limit: 100 })).rows;
});
afterAll(() => testApp.stop());

type Query = Record<string, string | number>;

const list = (query: Query = {}) =>
  client.call(listOrganizationUsers, { params: { id: organization }, query });

/** Returns the same list from the other endpoint, for the organization of the request. */
const ownList = (query: Query = {}) =>
  client.call(listUsers, { headers: { "x-organization-id": organization }, query });

/** Reads all pages of a query, in order, with the totals they reported. */
async function pages(query: Query) {
  const rows: ListedUser[] = [];
  for (let page = 1; ; page += 1) {
    const { result } = await list({ ...query, page });
    rows.push(...result.data);
    if (page >= result.pagination.pages) return { rows, pagination: result.pagination };
  }
}

/** Returns the state of a row as the specification defines it, exactly one per person. */
function stateOf(user: ListedUser): string {
  if (user.status !== "active") return user.status;
  if (user.blockedAt !== null) return "blocked";
  return user.lockStatus === "locked" ? "locked" : "active";
}

const collator = new Intl.Collator("de");
const values: Readonly<Record<string, (user: ListedUser) => string | null>> = {
  "personalInfo.lastName": (user) => user.personalInfo.lastName,
  "personalInfo.firstName": (user) => user.personalInfo.firstName,
  username: (user) => user.username,
  "organizationData.department": (user) => user.organizationData.department,
  lastLogin: (user) => user.lastLogin ?? null,
  lastActivity: (user) => user.lastActivity ?? null,
  createdAt: (user) => user.createdAt,
};

describe("paging", () => {
  it("R3-74 R3-75 R7o-09 R7x-04 returns 20 of all with page, limit, total and pages", async () => {
    const { result } = await list();
    expect(result.pagination).toEqual({ page: 1, limit: 20, total: 65, pages: 4 });
    expect(result.data).toHaveLength(20);
    // The list of the caller's own organization has the same pages.
    const ownPage = await ownList();
    expect(ownPage.result.pagination).toEqual(result.pagination);
    expect(ownPage.result.data.map(({ id }) => id)).toEqual(result.data.map(({ id }) => id));
    const last = await list({ page: 4 });
    expect(last.result.data).toHaveLength(5);
    const pageBeyondLast = await list({ page: 5 });
    expect(pageBeyondLast.result).toEqual({
      data: [],
      pagination: { page: 5, limit: 20, total: 65, pages: 4 },
    });
    for (const read of [list, ownList]) {
      const sizedPage = (await read({ limit: 30, page: 3 })).result;
      expect(sizedPage.pagination).toEqual({ page: 3, limit: 30, total: 65, pages: 3 });
      expect(sizedPage.data).toHaveLength(5);
    }
  });

  it.each(
    userSortFields.flatMap(
      (field) =>
        [
          [field, "asc"],
          [field, "desc"],
        ] as const,
    ),
  )("R7o-11 R3-77 see R7u-02 by %s %s is complete and stable over all pages", async (sortBy, sortOrder) => {
    const { rows } = await pages({ sortBy, sortOrder, limit: 100 });
    const ids = rows.map((user) => user.id);
    expect(ids).toHaveLength(65);
    expect(new Set(ids).size).toBe(65);
    for (const limit of [7, 20]) {
      expect((await pages({ sortBy, sortOrder, limit })).rows.map((user) => user.id)).toEqual(ids);
    }
    const knownValues = rows.map(values[sortBy] ?? (() => null)).filter((value) => value !== null);
    const sorted = knownValues.toSorted(collator.compare);
    expect(knownValues).toEqual(sortOrder === "asc" ? sorted : sorted.toReversed());
  });

  it.each([
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=2.5",
    "limit=abc",
    "limit=",
    "limit=1e1",
    "page=0",
    "page=-1",
    "page=x",
    "page=99999999999",
    "sortBy=password",
    "sortBy=id;drop",
    "sortBy=",
    "sortOrder=up",
    "status=removed",
    "status=Active",
    "role=chief",
    "dateRange=2026-01-01",
    "dateRange=2026-02-30..2026-03-01",
    "dateRange=2026-03-01..2026-02-01",
    `search=${"a".repeat(101)}`,
    "unknown=1",
  ])("R7o-10 see R3-77 rejects %s with 400 and a problem", async (query) => {
    const response = await client.fetch(`/api/v1/organizations/${organization}/users?${query}`);
    const problem = (await response.json()) as { code: string; errors: { path: string }[] };
    expect([response.status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(problem.errors.map((error) => error.path.split(".")[0])).toContain(query.split("=")[0]);
  });

  it("R7x-04 accepts limits from 1 to 100", async () => {
    expect((await list({ limit: 1 })).result.data).toHaveLength(1);
    expect((await list({ limit: 100 })).result.data).toHaveLength(65);
    for (const limit of [0, 101]) expect((await list({ limit })).status).toBe(400);
  });
});

describe("sorting", () => {
  it("R3-76 R7o-11 is by last name in German order: Ä with A, equal names by first name", async () => {
    const { rows } = await pages({ limit: 100 });
    const names = [...new Set(rows.map((user) => user.personalInfo.lastName))];
    expect(names).toEqual([
      "Apfel",
      "Äpfelbach",
      "müller",
      "Muster",
      "Ohm",
      "Özdemir",
      "Strasse",
      "Straße",
      "Übel",
      "Zander",
      "Zzuletzt",
    ]);
    expect((await ownList({ limit: 100 })).result.data.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    const firstNames = rows
      .filter((user) => user.personalInfo.lastName === "Muster")
      .map((user) => user.personalInfo.firstName);
    expect(firstNames).toEqual(firstNames.toSorted(collator.compare));
  });

  it.each(Object.keys(values))(
    "R3-77 R7o-08 see R7o-11 by %s works in both directions, absent values last",
    async (sortBy) => {
      const readValue = values[sortBy] ?? (() => null);
      for (const sortOrder of ["asc", "desc"] as const) {
        const sortedValues = (await pages({ sortBy, sortOrder, limit: 100 })).rows.map(readValue);
        const firstNull = sortedValues.indexOf(null);
        const tail = firstNull === -1 ? [] : sortedValues.slice(firstNull);
        expect(tail.every((value) => value === null)).toBe(true);
        const knownValues = sortedValues.filter((value) => value !== null);
        const sign = sortOrder === "asc" ? 1 : -1;
        for (const [index, value] of knownValues.slice(1).entries()) {
          const order = sign * collator.compare(knownValues[index] ?? "", value);
          expect(order, `${knownValues[index]} ${value}`).toBeLessThanOrEqual(0);
        }
      }
    },
  );
});

describe("search and filters", () => {
  it("R3-78 searches first and last name, address and username as substring, ignoring case", async () => {
    const { id } = await makeOrganization(testApp);
    const ownClient = new TestClient(testApp);
    await ownClient.signIn(
      await makeMember(testApp, id, "org_admin", {
        firstName: "Ina",
        lastName: "Leitung",
        username: "chef_1",
        email: "chefin@example.org",
      }),
    );
    await makeMember(testApp, id, "viewer", {
      firstName: "Jörg-Änne",
      lastName: "Groß_Mann",
      username: "xaver_77",
      email: "post.100%@example.org",
    });
    await makeMember(testApp, id, "viewer", {
      firstName: "Kai",
      lastName: "Back\\slash",
      username: "kaiser",
      email: null,
    });
    const find = async (search: string) => {
      const { result } = await ownClient.call(listOrganizationUsers, { params: { id }, query: { search } });
      return result.data.map((user) => user.username ?? "").toSorted();
    };
    expect(await find("ör")).toEqual(["xaver_77"]);
    expect(await find("ÄNNE")).toEqual(["xaver_77"]);
    expect(await find("großer")).toEqual([]);
    expect(await find("SS_ma")).toEqual([]);
    expect(await find("ß_m")).toEqual(["xaver_77"]);
    expect(await find("ver_7")).toEqual(["xaver_77"]);
    expect(await find("post.100%@")).toEqual(["xaver_77"]);
    expect(await find("kais")).toEqual(["kaiser"]);
    // Pattern characters are matched literally.
    expect(await find("%")).toEqual(["xaver_77"]);
    expect(await find("_")).toEqual(["chef_1", "xaver_77"]);
    expect(await find("\\")).toEqual(["kaiser"]);
    expect(await find("\\s")).toEqual(["kaiser"]);
    expect(await find("a_b")).toEqual([]);
    expect(await find("' or 1=1 --")).toEqual([]);
    expect(await find("")).toHaveLength(3);
  });

  it("R3-79 filters by role, in every accepted spelling", async () => {
    for (const role of roles) {
      const { rows } = await pages({ role, limit: 100 });
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every((user) => user.role.type === role)).toBe(true);
      expect(rows.length).toBe(allUsers.filter((user) => user.role.type === role).length);
      expect((await ownList({ role, limit: 100 })).result.data.map(({ id }) => id)).toEqual(
        rows.map(({ id }) => id),
      );
    }
    const [canonical, alias] = [await pages({ role: "org_admin" }), await pages({ role: "orgAdmin" })];
    expect(canonical.rows).toHaveLength(1);
    expect(alias).toEqual(canonical);
  });

  it("R3-80 filters by status: every user has exactly one of the five states", async () => {
    const foundIds: string[] = [];
    for (const status of ["active", "pending", "deactivated", "locked", "blocked"]) {
      const { rows, pagination } = await pages({ status, limit: 100 });
      expect(pagination.total, status).toBe(rows.length);
      expect(rows.length, status).toBeGreaterThan(0);
      expect(rows.map(stateOf), status).toEqual(rows.map(() => status));
      foundIds.push(...rows.map((user) => user.id));
      const { result } = await ownList({ status, limit: 100 });
      expect(
        result.data.map((user) => user.id),
        status,
      ).toEqual(rows.map((user) => user.id));
    }
    expect(foundIds.toSorted()).toEqual(allUsers.map((user) => user.id).toSorted());
  });

  it("R3-81 filters by department", async () => {
    for (const department of ["Empfang", "Labor", "Röntgen"]) {
      const { rows } = await pages({ department, limit: 100 });
      const expected = allUsers.filter((user) => user.organizationData.department === department);
      expect(expected.length).toBeGreaterThan(0);
      expect(rows.map((user) => user.id)).toEqual(expected.map((user) => user.id));
      const { result } = await ownList({ department, limit: 100 });
      expect(result.data.map((user) => user.id)).toEqual(expected.map((user) => user.id));
    }
    expect((await list({ department: "empfang" })).result.data).toEqual([]);
  });

  it("R3-82 filters by the day of creation in the time zone of the organization, both ends included", async () => {
    const { id } = await makeOrganization(testApp, { country: "DE" });
    const ownClient = new TestClient(testApp);
    await ownClient.signIn(
      await makeMember(testApp, id, "org_admin", {
        username: "chefin",
        createdAt: new Date("2020-01-01T12:00:00Z"),
      }),
    );
    // Berlin is UTC+1 in winter and UTC+2 in summer.
    for (const [username, at] of [
      ["winter_vor", "2026-01-14T22:59:59Z"],
      ["winter_beginn", "2026-01-14T23:00:00Z"],
      ["winter_spaet", "2026-01-15T22:59:59.999Z"],
      ["winter_nach", "2026-01-15T23:30:00Z"],
      ["sommer_beginn", "2026-07-14T22:00:00Z"],
      ["sommer_nach", "2026-07-15T22:00:00Z"],
    ] as const) {
      await makeMember(testApp, id, "viewer", { username, createdAt: new Date(at), password: null });
    }
    const find = async (dateRange: string) => {
      const { result } = await ownClient.call(listOrganizationUsers, {
        params: { id },
        query: { dateRange, sortBy: "createdAt" },
      });
      const found = result.data.map((user) => user.username);
      const own = await ownClient.call(listUsers, { query: { dateRange, sortBy: "createdAt" } });
      expect(own.result.data.map((user) => user.username)).toEqual(found);
      return found;
    };
    expect(await find("2026-01-15..2026-01-15")).toEqual(["winter_beginn", "winter_spaet"]);
    expect(await find("2026-01-14..2026-01-14")).toEqual(["winter_vor"]);
    expect(await find("2026-01-16..2026-01-16")).toEqual(["winter_nach"]);
    expect(await find("2026-07-15..2026-07-15")).toEqual(["sommer_beginn"]);
    expect(await find("2026-01-01..2026-12-31")).toHaveLength(6);
    expect(await find("1999-01-01..1999-12-31")).toEqual([]);
  });

  it("R7o-08 any combination of filters returns exactly the matching rows, none of another organization", async () => {
    const query = fc.record(
      {
        search: fc.constantFrom("mia", "Muster", "@example", "ö", "e", "_1", "%", "vorname2"),
        role: fc.constantFrom(...roles),
        status: fc.constantFrom("active", "pending", "deactivated", "locked", "blocked"),
        department: fc.constantFrom("Empfang", "Labor", "Röntgen"),
        sortBy: fc.constantFrom(...userSortFields),
        sortOrder: fc.constantFrom("asc", "desc"),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (filters) => {
        const { rows } = await pages({ ...filters, limit: 50 });
        const search = filters.search?.toLowerCase();
        const matching = allUsers.filter(
          (user) =>
            (search === undefined ||
              [
                `${user.personalInfo.firstName} ${user.personalInfo.lastName} ${user.email ?? ""} ${user.username ?? ""}`,
              ]
                .join()
                .toLowerCase()
                .includes(search)) &&
            (filters.role === undefined || user.role.type === filters.role) &&
            (filters.status === undefined || stateOf(user) === filters.status) &&
            (filters.department === undefined || user.organizationData.department === filters.department),
        );
        expect(rows.map((user) => user.id).toSorted()).toEqual(matching.map((user) => user.id).toSorted());
        const page = (await list({ ...filters, limit: 7, page: 2 })).result;
        expect(page.data.map((user) => user.id)).toEqual(rows.slice(7, 14).map((user) => user.id));
        expect(page.pagination).toMatchObject({ page: 2, limit: 7, total: rows.length });
        for (const user of rows) {
          expect(user.organizationId).toBe(organization);
          expect(foreignIds.has(user.id)).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("a row", () => {
  /** Normalizes times to instants and permissions to sets, so that equal JSON compares equal. */
  function normalized(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value), (key, field: unknown) => {
      if (key === "permissions" && Array.isArray(field)) return field.map(String).toSorted();
      return typeof field === "string" && /^\d{4}-\d\d-\d\dT/.test(field) ? new Date(field).getTime() : field;
    });
  }

  it("R3-01 R3-03 R3-04 R3-05 R3-06 R3-08 see R3-02 R3-10 R3-11 R3-12 R3-13 R3-15 R3-78 returns one user without profile fields", async () => {
    const db = testApp.app.identityDb.organization(organization);
    // Read again, because every call changes the activity of the caller.
    for (const listed of (await pages({ limit: 100 })).rows) {
      const row = await findMember(db, listed.id);
      if (row === undefined) throw new Error("not found");
      const {
        mustChangePassword: _must,
        version: _version,
        grantedPermissions: _granted,
        pendingEmail: _pending,
        ...single
      } = presentUser(row, new Date());
      expect(normalized(listed)).toEqual(normalized({ ...single, startsOn: null, leavesAt: null }));
    }
  });

  it("see R6-32 shows role permissions with every grant and what it implies", async () => {
    const { id } = await makeOrganization(testApp);
    const ownClient = new TestClient(testApp);
    await ownClient.signIn(await makeMember(testApp, id, "org_admin"));
    const db = testApp.app.identityDb.organization(id);
    for (const permission of knownPermissions) {
      await makeMember(testApp, id, "viewer", { permissions: [permission], password: null });
    }
    let seenCount = 0;
    for (let page = 1; page <= 3; page += 1) {
      const { result } = await ownClient.call(listOrganizationUsers, {
        params: { id },
        query: { limit: 100, page },
      });
      for (const listed of result.data) {
        const row = await findMember(db, listed.id);
        if (row === undefined) throw new Error("not found");
        expect(listed.role.permissions.toSorted()).toEqual(
          presentUser(row, new Date()).role.permissions.toSorted(),
        );
        seenCount += 1;
      }
    }
    expect(seenCount).toBe(knownPermissions.length + 1);
  });
});
