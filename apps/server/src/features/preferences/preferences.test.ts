import { getPreferences, setPreferences } from "@praxisportal/contract/preferences/preferences.endpoints";
import type { Preferences } from "@praxisportal/contract/preferences/preferences.schema";
import { deleteUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinOrganization, makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

const selfServiceChangesPerHour = 120;
const organizationRestoreWindowMs = 30 * 86_400_000;
const preferencesMaxBytes = 16_384;

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp, { maxUsers: 50 });
});
afterAll(() => testApp.stop());

async function signInMember() {
  const member = await makeMember(testApp, organization.id, "viewer");
  const client = new TestClient(testApp);
  await client.signIn(member);
  return { member, client };
}

const viewId = "0192f000-0000-7000-8000-0000000000aa";
const view = { id: viewId, name: "Gesperrte im Labor", query: "status=locked&department=Labor%20Nord" };
const chosen: Preferences = {
  sidebarCollapsed: true,
  lists: { users: { columns: [{ key: "email" }, { key: "role", widthPx: 180 }], savedViews: [view] } },
};

/** Returns preferences of exactly `bytes` bytes as JSON. */
function preferencesWithSize(bytes: number): Preferences {
  const lists: Preferences["lists"] = {};
  const preferences: Preferences = { sidebarCollapsed: null, lists };
  const size = () => JSON.stringify(preferences).length;
  for (let list = 0; size() < bytes; list += 1) {
    const savedViews: { id: string; name: string; query: string }[] = [];
    lists[`list-${list}`] = { savedViews };
    for (let index = 0; index < 10 && size() < bytes; index += 1) {
      const addedView = { id: viewId.replace(/..$/, String(10 + index)), name: "x", query: "" };
      savedViews.push(addedView);
      addedView.query = "q".repeat(Math.max(0, Math.min(1_000, bytes - size())));
    }
  }
  return preferences;
}

async function storedRows(personId: string): Promise<number> {
  const rows = await queryRows(testApp, "select from preferences where person_id = $1", [personId]);
  return rows.length;
}

describe("own preferences", () => {
  it("R0-37 each user reads and changes only their own, the same in every organization", async () => {
    const [first, second] = [await signInMember(), await signInMember()];
    const empty = { sidebarCollapsed: null, lists: {}, version: 0 };
    expect((await first.client.call(getPreferences)).result).toEqual(empty);
    expect((await first.client.call(setPreferences, { body: chosen })).result).toEqual({
      ...chosen,
      version: 1,
    });
    expect((await second.client.call(getPreferences)).result).toEqual(empty);

    const other: Preferences = { sidebarCollapsed: false, lists: {} };
    await second.client.call(setPreferences, { body: other });
    expect((await first.client.call(getPreferences)).result).toEqual({ ...chosen, version: 1 });
    expect((await second.client.call(getPreferences)).result).toEqual({ ...other, version: 1 });

    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, first.member.personId, "editor");
    testApp.app.callers.cache.forgetPerson(first.member.personId);
    const headers = { "x-organization-id": otherOrganization.id };
    expect((await first.client.call(getPreferences, { headers })).result).toEqual({ ...chosen, version: 1 });
    expect((await new TestClient(testApp).call(getPreferences)).status).toBe(401);
    expect((await new TestClient(testApp).call(setPreferences, { body: chosen })).status).toBe(401);
  });

  it("R0-37 row-level security hides the rows of everyone but the bound person", async () => {
    const [first, second] = [await signInMember(), await signInMember()];
    for (const { client } of [first, second]) await client.call(setPreferences, { body: chosen });
    expect(
      await testApp.app.identityDb.read((db) => db.selectFrom("preferences").select("person_id")),
    ).toEqual([]);
    const [selected, updated, deleted] = await testApp.app.identityDb.write((tx) =>
      tx.sendFor<[{ person_id: string }, { person_id: string }, { person_id: string }]>(
        first.member.personId,
        (db) => [
          db.selectFrom("preferences").select("person_id"),
          db.updateTable("preferences").set({ version: 9 }).returning("person_id"),
          db.deleteFrom("preferences").where("person_id", "=", second.member.personId).returning("person_id"),
        ],
      ),
    );
    const ownRows = [{ person_id: first.member.personId }];
    expect([selected, updated, deleted]).toEqual([ownRows, ownRows, []]);
    expect((await second.client.call(getPreferences)).result.version).toBe(1);
  });

  it("R0-313 are limited to 16 KB, and accept the largest list", async () => {
    const { client, member } = await signInMember();
    const largest = preferencesWithSize(preferencesMaxBytes);
    expect(JSON.stringify(largest)).toHaveLength(preferencesMaxBytes);
    expect((await client.call(setPreferences, { body: largest })).status).toBe(200);
    const tooLarge = await client.call(setPreferences, {
      body: preferencesWithSize(preferencesMaxBytes + 1),
    });
    expect(tooLarge.problem.code).toBe("VALIDATION_FAILED");
    expect((await client.call(getPreferences)).result).toEqual({ ...largest, version: 1 });
    // A character of two bytes counts as two.
    const umlauts = JSON.parse(JSON.stringify(largest).replace('"name":"x"', '"name":"ä"')) as Preferences;
    expect((await client.call(setPreferences, { body: umlauts })).status).toBe(400);
    const fullList = list({
      columns: Array.from({ length: 40 }, (_, index) => ({ key: `c${index}`, widthPx: 1_000 })),
      savedViews: manyItems(20),
    });
    expect((await client.call(setPreferences, { body: fullList })).result.lists).toEqual(fullList.lists);
    // The database rejects what a faulty release would store.
    const filler = JSON.stringify({ text: "x".repeat(25_000) });
    await expect(
      queryRows(testApp, "update preferences set settings = $2 where person_id = $1", [
        member.personId,
        filler,
      ]),
    ).rejects.toThrow(/check constraint/);
  });

  const list = (users: unknown) => ({ sidebarCollapsed: null, lists: { users } });
  const views = (savedViews: unknown) => list({ savedViews });
  const columns = (...values: unknown[]) => list({ columns: values, savedViews: [] });
  const manyItems = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...view, id: viewId.replace(/..$/, String(10 + index)) }));
  it.each<[string, unknown]>([
    ["an unknown field", { ...chosen, theme: "dark" }],
    ["an unknown field of a list", list({ savedViews: [], shared: true })],
    ["an unknown field of a column", columns({ key: "email", pinned: true })],
    ["an unknown field of a view", views([{ ...view, shared: true }])],
    ["no sidebar", { lists: {} }],
    ["a text for the sidebar", { ...chosen, sidebarCollapsed: "yes" }],
    ["a list name with spaces", { sidebarCollapsed: null, lists: { "a b": { savedViews: [] } } }],
    [
      "31 lists",
      {
        sidebarCollapsed: null,
        lists: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`l${i}`, { savedViews: [] }])),
      },
    ],
    ["a column twice", columns({ key: "email" }, { key: "email" })],
    ["41 columns", columns(...Array.from({ length: 41 }, (_, index) => ({ key: `c${index}` })))],
    ["a column of 39 px", columns({ key: "email", widthPx: 39 })],
    ["a column of 1001 px", columns({ key: "email", widthPx: 1_001 })],
    ["21 saved views", views(manyItems(21))],
    ["the same view twice", views([view, view])],
    ["a view without a name", views([{ ...view, name: " " }])],
    ["a name of 61 characters", views([{ ...view, name: "x".repeat(61) }])],
    ["a name with a control character", views([{ ...view, name: "a\u0000b" }])],
    ["a query of 2001 characters", views([{ ...view, query: "q".repeat(2_001) }])],
    ["a query that is a URL", views([{ ...view, query: "https://evil.example/" }])],
  ])("R0-313 follow the schema: reject %s", async (_what, body) => {
    const { client, member } = await signInMember();
    expect((await client.call(setPreferences, { body })).problem.code).toBe("VALIDATION_FAILED");
    expect(await storedRows(member.personId)).toBe(0);
  });

  it.each(["\ud800", "\u0000", "", "x".repeat(201)])("refuse %j as the name of a model", async (model) => {
    const { member, client } = await signInMember();
    const body = { ...chosen, assistantModel: { provider: "vllm", model } };
    expect((await client.call(setPreferences, { body })).status).toBe(400);
    expect(await storedRows(member.personId)).toBe(0);
  });

  it("R0-313 are erased with the person", async () => {
    const { client: admin, organization: home } = await organizationWith(testApp);
    const [leaver, other] = [
      await makeMember(testApp, home.id, "viewer"),
      await makeMember(testApp, home.id, "viewer"),
    ];
    for (const member of [leaver, other]) {
      const client = new TestClient(testApp);
      await client.signIn(member);
      await client.call(setPreferences, { body: chosen });
    }
    expect((await admin.call(deleteUser, { params: { id: leaver.personId } })).status).toBe(204);
    expect([await storedRows(leaver.personId), await storedRows(other.personId)]).toEqual([0, 1]);
  });

  it("see R0-313 are erased with the organization of a person who belongs to no other", async () => {
    const home = await makeOrganization(testApp);
    const member = await makeMember(testApp, home.id, "viewer");
    const client = new TestClient(testApp);
    await client.signIn(member);
    await client.call(setPreferences, { body: chosen });
    const deletedAt = new Date(testApp.clock.now().getTime() - organizationRestoreWindowMs - 60_000);
    await queryRows(
      testApp,
      "update organization set status = 'deleted', deleted_at = $2 where organization_id = $1",
      [home.id, deletedAt],
    );
    await testApp.app.jobs
      .find(({ name }) => name === "organization-erasure")
      ?.run(new AbortController().signal);
    expect(await storedRows(member.personId)).toBe(0);
  });

  it("see R0-194 a version in If-Match keeps two devices from overwriting each other, and the refusal names the current one", async () => {
    const { client } = await signInMember();
    const setVersion = (version: string, sidebarCollapsed: boolean) =>
      client.call(setPreferences, {
        body: { sidebarCollapsed, lists: {} },
        headers: { "if-match": `"${version}"` },
      });
    expect((await setVersion("0", true)).result.version).toBe(1);
    expect((await setVersion("0", false)).problem).toMatchObject({ code: "PRECONDITION_FAILED", version: 1 });
    expect((await setVersion("1", false)).result.version).toBe(2);
    for (const version of ["1", "3", "x", "99999999999"]) {
      expect((await setVersion(version, true)).problem).toMatchObject({
        code: "PRECONDITION_FAILED",
        version: 2,
      });
    }
    expect((await client.call(getPreferences)).result).toEqual({
      sidebarCollapsed: false,
      lists: {},
      version: 2,
    });
    // Without If-Match the last change wins, even when many arrive at once.
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => client.call(setPreferences, { body: chosen })),
    );
    expect(responses.map(({ result }) => result.version).toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7]);
  });

  it("have no audit entry and are limited per person", async () => {
    const [{ client }, { client: other }] = [await signInMember(), await signInMember()];
    const entries = async () => (await queryRows(testApp, "select from audit_entry")).length;
    const before = await entries();
    const change = () => client.call(setPreferences, { body: chosen });
    const responses = await Promise.all(Array.from({ length: selfServiceChangesPerHour }, change));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const refusal = await change();
    expect(refusal.problem.code).toBe("TOO_MANY_REQUESTS");
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await other.call(setPreferences, { body: chosen })).status).toBe(200);
    expect(await entries()).toBe(before);
  });
});
