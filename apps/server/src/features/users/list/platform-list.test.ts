import { type ListedUser, userListQuery, userSortFields } from "@praxisportal/contract/users/users.schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { listAllUsers } from "./users.platform-queries.ts";

let testApp: TestApp;
let organizations: string[];
beforeAll(async () => {
  testApp = await createTestApp();
  organizations = [];
  for (let index = 0; index < 4; index += 1) organizations.push((await makeOrganization(testApp)).id);
  const names = ["Äpfel", "Apfel", "Zander", "Öz", "Ohm", "Muster", "müller"];
  for (let index = 0; index < 60; index += 1) {
    await makeMember(testApp, organizations[index % 4] ?? "", index % 3 === 0 ? "editor" : "viewer", {
      firstName: `Vor${index % 4}`,
      lastName: names[index % names.length] ?? "",
      email: index % 5 === 0 ? null : `p${100 + index}@example.org`,
      username: index % 6 === 1 ? null : `user_${index}`,
      department: [null, "Labor", "Empfang", "Röntgen"][Math.floor(index / 4) % 4] ?? null,
      status: index % 7 === 3 ? "pending" : index % 11 === 5 ? "deactivated" : "active",
      lastLoginAt: index % 3 === 0 ? null : new Date(Date.UTC(2026, 9, 1 + (index % 20))),
      createdAt: new Date(Date.UTC(2026, index % 12, 1 + (index % 27), index % 2 === 0 ? 23 : 12)),
      password: null,
    });
  }
  await queryRows(testApp, `update membership set blocked_at = now() where username in ('user_2', 'user_9')`);
  await queryRows(
    testApp,
    `update person set locked_until = now() + interval '1 hour', failed_login_attempts = 10, lock_reason = 'failed_logins'
     where id in (select person_id from membership where username in ('user_4', 'user_8'))`,
  );
  await queryRows(testApp, "select sync_member_rows(id) from person");
  // Members of an archived organization are not listed.
  await queryRows(testApp, "update organization set status = 'archived' where organization_id = $1", [
    organizations[3],
  ]);
});
afterAll(() => testApp.stop());

type List = { data: ListedUser[]; pagination: { total: number; pages: number } };

async function list(query: Record<string, string | number>): Promise<List> {
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return JSON.parse(
    await listAllUsers(testApp.app.platformDb, userListQuery.parse(texts), testApp.clock.now()),
  ) as List;
}

const values: Record<(typeof userSortFields)[number], (user: ListedUser) => string | null> = {
  "personalInfo.lastName": (user) => user.personalInfo.lastName,
  "personalInfo.firstName": (user) => user.personalInfo.firstName,
  username: (user) => user.username,
  email: (user) => user.email,
  "role.type": (user) => user.role.type,
  "organizationData.department": (user) => user.organizationData.department,
  status: (user) => user.status,
  lastLogin: (user) => user.lastLogin ?? null,
  lastActivity: (user) => user.lastActivity ?? null,
  createdAt: (user) => user.createdAt,
};
/** Returns the state of a row, exactly one per person. */
function stateOf(user: ListedUser): string {
  if (user.status !== "active") return user.status;
  if (user.blockedAt !== null) return "blocked";
  return user.lockStatus === "locked" ? "locked" : "active";
}

const collator = new Intl.Collator("de");

describe("the people of all organizations", () => {
  it.each(userSortFields)(
    "R3-77 see R7o-11 R7u-02 sorted by %s, lists each user once and in order, on pages from either end",
    async (sortBy) => {
      for (const sortOrder of ["asc", "desc"]) {
        // Search results are sorted in a different way than lists whose order comes from an index.
        for (const filter of [{}, { search: "o" }, { search: "vor" }] as Record<string, string>[]) {
          const unpaged = await list({ sortBy, sortOrder, limit: 100, ...filter });
          expect(unpaged.pagination.total).toBe(unpaged.data.length);
          const keys = unpaged.data.map((user) => `${user.id} ${user.organizationId}`);
          expect(new Set(keys).size).toBe(keys.length);
          const pages: ListedUser[] = [];
          const { pagination } = await list({ sortBy, sortOrder, limit: 7, ...filter });
          for (let page = 1; page <= pagination.pages; page += 1) {
            pages.push(...(await list({ sortBy, sortOrder, limit: 7, page, ...filter })).data);
          }
          expect(pages).toEqual(unpaged.data);
          const listed = unpaged.data.map(values[sortBy]);
          const present = listed.filter((value) => value !== null);
          expect(listed.slice(0, present.length)).toEqual(present);
          const sign = sortOrder === "asc" ? 1 : -1;
          for (const [index, value] of present.slice(1).entries()) {
            expect(sign * collator.compare(present[index] ?? "", value)).toBeLessThanOrEqual(0);
          }
        }
      }
    },
  );

  it("see R3-76 R3-77 is sorted by last name in ascending order by default", async () => {
    for (const filter of [{}, { search: "o" }, { search: "vor" }] as Record<string, string>[]) {
      const byDefault = await list({ limit: 100, ...filter });
      const byName = { sortBy: "personalInfo.lastName", sortOrder: "asc", limit: 100, ...filter };
      expect(byDefault).toEqual(await list(byName));
      expect(new Set(byDefault.data.map((user) => user.personalInfo.lastName)).size).toBeGreaterThan(4);
    }
  });

  it("see R7u-02 returns an empty page with the correct total beyond the last page", async () => {
    const { pagination } = await list({});
    expect(pagination.total).toBe(45);
    expect(await list({ page: 1000 })).toMatchObject({ data: [], pagination: { total: 45, page: 1000 } });
    expect(await list({ page: 1000, search: "vor" })).toMatchObject({ data: [], pagination: { total: 45 } });
    expect(await list({ search: "niemand" })).toMatchObject({ data: [], pagination: { total: 0, pages: 0 } });
  });

  it("R7u-02 see R3-79 R3-80 R3-81 filters find matching people, only in organizations that still exist", async () => {
    const { data: allUsers } = await list({ limit: 100 });
    expect(allUsers.some((user) => user.organizationId === organizations[3])).toBe(false);
    type Case = [Record<string, string>, (user: ListedUser) => boolean];
    const cases: Case[] = [
      ...["editor", "viewer"].map((role): Case => [{ role }, (user) => user.role.type === role]),
      ...["active", "pending", "deactivated", "locked", "blocked"].map((status): Case => [
        { status },
        (user) => stateOf(user) === status,
      ]),
      [{ department: "Röntgen" }, (user) => user.organizationData.department === "Röntgen"],
      [{ search: "example vor1" }, (user) => user.email !== null && user.personalInfo.firstName === "Vor1"],
      [
        { role: "viewer", search: "ü", status: "active" },
        (user) =>
          user.role.type === "viewer" && stateOf(user) === "active" && /ü/i.test(user.personalInfo.lastName),
      ],
    ];
    for (const [filter, matches] of cases) {
      const { data, pagination } = await list({ ...filter, limit: 100 });
      const expected = allUsers.filter(matches).map((user) => user.id);
      expect(expected.length, JSON.stringify(filter)).toBeGreaterThan(0);
      expect(data.map((user) => user.id)).toEqual(expected);
      expect(pagination.total).toBe(expected.length);
    }
  });

  it("R7u-02 see R3-82 applies a date range in each organization's own time zone", async () => {
    const { data: allUsers } = await list({ limit: 100 });
    const dayIn = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });
    for (const dateRange of ["2026-03-01..2026-03-31", "2026-05-10..2026-05-10", "2026-01-01..2026-07-02"]) {
      const [from = "", to = ""] = dateRange.split("..");
      const expected = allUsers.filter((user) => {
        const day = dayIn.format(new Date(user.createdAt));
        return day >= from && day <= to;
      });
      expect((await list({ dateRange, limit: 100 })).data).toEqual(expected);
    }
  });
});
