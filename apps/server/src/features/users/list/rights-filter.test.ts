import {
  getUserStatistics,
  listOrganizationUsers,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { accessLevels, levelsOf } from "@praxisportal/contract/rights";
import {
  type RightsFilter,
  rightsFilterParts,
  rightsFilters,
} from "@praxisportal/contract/users/rights-filter.rules";
import type { Role } from "@praxisportal/contract/roles";
import { listUsers } from "@praxisportal/contract/users/users.endpoints";
import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const past = new Date(Date.now() - 3_600_000);
const future = new Date(Date.now() + 3_600_000);
const billing = ["billing:write"];

/** Returns an organization whose members have various rights and states, by name. */
async function makeStaffedOrganization() {
  const { organization, member, client } = await organizationWith(testApp);
  const grantsByPerson = new Map<string, { role: Role; granted: readonly string[] }>();
  const ids = new Map([["Leitung", member.personId]]);
  grantsByPerson.set(member.personId, { role: "org_admin", granted: firstAdminGrants });
  const add = async (
    lastName: string,
    role: Role,
    extra: Omit<NonNullable<Parameters<typeof makeMember>[3]>, "lastName"> = {},
    hasAccess = true,
  ) => {
    const person = await makeMember(testApp, organization.id, role, { lastName, password: null, ...extra });
    ids.set(lastName, person.personId);
    if (hasAccess) grantsByPerson.set(person.personId, { role, granted: extra.permissions ?? [] });
    return person;
  };
  await add("Schreibt", "viewer", { permissions: billing });
  await add("Liest", "viewer", { permissions: ["billing:read"] });
  await add("Alles", "viewer", { permissions: ["billing:*"] });
  await add("Bezeichnung", "finance");
  await add("Buchhaltung", "finance", { permissions: ["billing:manage", "audit:read"] });
  await add("Redaktion", "editor");
  await add("Management", "practice_admin");
  await add("Assistent", "viewer", { permissions: ["ai:use"] });
  await add("Assistent-Leitung", "viewer", { permissions: ["ai:*"] });
  await add("Befristet", "viewer", { permissions: billing, validUntil: future });
  await add("Blockiert", "viewer", { permissions: billing, blockedAt: past });
  const lockedPerson = await add("Gesperrt", "viewer", { permissions: billing });
  await add("Abgelaufen", "viewer", { permissions: billing, validUntil: past }, false);
  await add("Eingeladen", "viewer", { permissions: billing, status: "pending" }, false);
  await add("Deaktiviert", "viewer", { permissions: billing, status: "deactivated" }, false);
  const removedPerson = await add("Entfernt", "viewer", { permissions: billing }, false);
  await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
    removedPerson.personId,
  ]);
  await queryRows(testApp, "update person set locked_until = now() + interval '1 hour' where id = $1", [
    lockedPerson.personId,
  ]);
  await queryRows(testApp, "select sync_member_rows($1)", [lockedPerson.personId]);
  const otherOrganization = await makeOrganization(testApp);
  await makeMember(testApp, otherOrganization.id, "viewer", {
    lastName: "Fremd",
    permissions: billing,
    password: null,
  });
  return { id: organization.id, other: otherOrganization, client, held: grantsByPerson, ids };
}

/** Returns all people that the list finds in order, and reads three at a time. */
async function findPeople(client: TestClient, right: RightsFilter): Promise<ListedUser[]> {
  const people: ListedUser[] = [];
  let pages = 1;
  let total = 0;
  for (let page = 1; page <= pages; page += 1) {
    const { result } = await client.call(listUsers, { query: { may: right, page, limit: 3 } });
    people.push(...result.data);
    ({ pages, total } = result.pagination);
  }
  expect(people, right).toHaveLength(total);
  return people;
}

describe("the filter by a right", () => {
  it("see R0-258 finds, for every right, exactly the people with access whose role or grants give it", async () => {
    const { id, client, held } = await makeStaffedOrganization();
    for (const right of rightsFilters) {
      const { area, level } = rightsFilterParts(right);
      const expected = [...held].filter(([, { role, granted }]) => {
        return accessLevels.indexOf(levelsOf(role, granted)[area]) >= accessLevels.indexOf(level);
      });
      const people = await findPeople(client, right);
      expect(people.map((user) => user.id).toSorted(), right).toEqual(
        expected.map(([personId]) => personId).toSorted(),
      );
      const { result } = await client.call(getUserStatistics, { params: { id }, query: { may: right } });
      expect(result.totalUsers, right).toBe(people.length);
      const exported = await client.fetch(`/api/v1/users/export?format=json&may=${right}`);
      const file = (await exported.json()) as ListedUser[];
      expect(file.map((user) => user.id).toSorted(), right).toEqual(people.map((user) => user.id).toSorted());
    }
  });

  it("considers grants but not labels or departments, and finds no one of another organization", async () => {
    const { client, ids } = await makeStaffedOrganization();
    const names = async (right: RightsFilter) =>
      (await findPeople(client, right)).map((user) => user.personalInfo.lastName);
    const changing = [
      "Alles",
      "Befristet",
      "Blockiert",
      "Buchhaltung",
      "Gesperrt",
      "Muster-Probe",
      "Schreibt",
    ];
    expect(await names("billing.change")).toEqual(changing);
    expect(await names("billing.view")).toEqual([...changing, "Liest"].toSorted());
    expect(await names("ai.change")).toEqual(["Assistent", "Assistent-Leitung", "Muster-Probe"]);
    const { result } = await client.call(listUsers, {
      query: { may: "billing.change", search: "uch", sortBy: "role.type", sortOrder: "desc" },
    });
    expect(result.data.map((user) => user.id)).toEqual([ids.get("Buchhaltung")]);
  });

  it("finds the same people for a viewer who may not see security details, so that it does not reveal restrictions", async () => {
    const { id, client } = await makeStaffedOrganization();
    const reader = new TestClient(testApp);
    reader.headers = { "x-organization-id": id };
    await reader.signIn(await makeMember(testApp, id, "viewer", { permissions: ["users:read"] }));
    const idsFor = async (viewer: TestClient) =>
      (await findPeople(viewer, "billing.change")).map((user) => user.id);
    expect(await idsFor(reader)).toEqual(await idsFor(client));
    expect((await findPeople(reader, "billing.change")).every((user) => user.blockedAt === undefined)).toBe(
      true,
    );
  });

  it("is rejected without the right to list people, in or across other organizations, and for unknown rights", async () => {
    const { id, other, client } = await makeStaffedOrganization();
    const query = { may: "billing.change" } as const;
    const unauthorized = new TestClient(testApp);
    unauthorized.headers = { "x-organization-id": id };
    await unauthorized.signIn(await makeMember(testApp, id, "finance", { permissions: billing }));
    expect((await unauthorized.call(listUsers, { query })).status).toBe(403);
    expect((await unauthorized.call(getUserStatistics, { params: { id }, query })).status).toBe(403);
    expect((await unauthorized.fetch("/api/v1/users/export?may=billing.change")).status).toBe(403);
    expect((await client.call(listOrganizationUsers, { params: { id: other.id }, query })).status).toBe(404);
    for (const right of ["billing", "billing.none", "audit.change", "__proto__.view", "billing.change,x"])
      expect((await client.fetch(`/api/v1/users?may=${right}`)).status, right).toBe(400);
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const everyone = await operator.call(listUsers, { query });
    expect([everyone.status, everyone.problem?.code]).toEqual([409, "ORGANIZATION_REQUIRED"]);
  });
});
