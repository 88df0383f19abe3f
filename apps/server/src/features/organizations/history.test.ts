import { randomUUID } from "node:crypto";
import { addMember, removeMember } from "@praxisportal/contract/members/members.endpoints";
import {
  getOrganizationStatistics,
  listOperations,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import type { Operation } from "@praxisportal/contract/organizations/organizations.schema";
import {
  createUser,
  deleteUser,
  setUserRole,
  updateMe,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Returns an organization with its signed-in administrator. */
async function setUpOrganization() {
  const { id, name } = await makeOrganization(testApp, { maxUsers: 500 });
  const admin = await makeMember(testApp, id, "org_admin", { firstName: "Ina", lastName: "Leitung" });
  const client = new TestClient(testApp);
  await client.signIn(admin);
  return { id, name, admin, client };
}

async function add(client: TestClient, id: string, firstName: string) {
  const { result } = await client.call(addMember, {
    params: { id },
    body: { email: `${firstName.toLowerCase()}_${randomUUID()}@example.org`, firstName, lastName: "Neu" },
  });
  return result;
}

/** Inserts entries with old timestamps, to test large histories. */
async function insertEntries(organizationId: string, action: string, count: number, outcome = "success") {
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  try {
    await owner.query(
      `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, record, prev_hash, hash)
       select $1, (select coalesce(max(seq), 0) from audit_entry where organization_id = $1) + n,
         gen_random_uuid(), now() - interval '1 day' + n / 10 * interval '1 ms', $2, $4, '{"actor":{}}', '', ''
       from generate_series(1, $3::int) n`,
      [organizationId, action, count, outcome],
    );
  } finally {
    await owner.end();
  }
}

describe("recent activity", () => {
  const recent = async (client: TestClient, id: string) => {
    const { result } = await client.call(getOrganizationStatistics, { params: { id } });
    return result.recentActivity;
  };

  it("R9-33 shows the newest 10 entries with actor, action and target, newest first", async () => {
    const { id, admin, client } = await setUpOrganization();
    for (let index = 0; index < 11; index += 1) await add(client, id, `Person${index}`);
    const entries = (await recent(client, id)) ?? [];
    expect(entries.map((entry) => entry.target.name)).toEqual(
      Array.from({ length: 10 }, (_unused, index) => `Person${10 - index} Neu`),
    );
    for (const entry of entries) {
      expect(entry).toMatchObject({
        action: "member.added",
        outcome: "success",
        actor: { id: admin.personId, name: "Ina Leitung" },
      });
    }
  });

  it("R9-33 is not flooded by sign-ins and sign-outs", async () => {
    const { id, client } = await setUpOrganization();
    const addedId = await add(client, id, "Erika");
    await insertEntries(id, "auth.login", 300);
    await insertEntries(id, "auth.logout", 300);
    await insertEntries(id, "auth.login", 300, "failed");
    const entries = (await recent(client, id)) ?? [];
    expect(entries.map((entry) => [entry.action, entry.target.id])).toEqual([["member.added", addedId.id]]);
  });

  it("see R9-33 shows people under their names at that time", async () => {
    const { id, client } = await setUpOrganization();
    const member = await makeMember(testApp, id, "viewer", { firstName: "Mia", lastName: "Muster-Alt" });
    await client.call(updateUser, {
      params: { id: member.personId },
      body: { personalInfo: { lastName: "Muster-Neu" } },
    });
    const ownClient = new TestClient(testApp);
    await ownClient.signIn(member);
    await ownClient.call(updateMe, { body: { phone: "+49 30 1234567" } });
    const entries = (await recent(client, id)) ?? [];
    expect(entries.map(({ action, actor, target }) => [action, actor.name, target.name])).toEqual([
      ["user.profile_updated", "Mia Muster-Neu", "Mia Muster-Neu"],
      ["user.updated", "Ina Leitung", "Mia Muster-Alt"],
    ]);
  });

  it("see R9-33 an erased name is null, and the entry stays", async () => {
    const { id, client } = await setUpOrganization();
    const addedId = await add(client, id, "Gerda");
    const owner = new pg.Client({ connectionString: testApp.urls.owner });
    await owner.connect();
    await owner.query("update audit_name set display = null where person_id = $1", [addedId.id]);
    await owner.end();
    expect(await recent(client, id)).toMatchObject([
      { action: "member.added", target: { id: addedId.id, name: null } },
    ]);
  });

  it("see R9-33 marks current members, but not removed ones or the operator", async () => {
    const { id, client } = await setUpOrganization();
    const [current, former] = [await add(client, id, "Erika"), await add(client, id, "Olga")];
    await client.call(removeMember, { params: { id, userId: former.id } });
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const entries = (await recent(operator, id)) ?? [];
    expect(entries.map(({ action, actor, target }) => [action, actor.isMember, target.isMember])).toEqual([
      ["platform.organization_opened", false, false],
      ["member.removed", true, false],
      ["member.added", true, false],
      ["member.added", true, true],
    ]);
    expect(entries.at(-1)?.target.id).toBe(current.id);
  });

  it("see R9-33 also shows failed actions, with their outcome", async () => {
    const { id, client } = await setUpOrganization();
    await client.fetch("/api/v1/auth/change-password", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ currentPassword: "Falsch-Wort-12", newPassword: "Sonnen-Garten-83" }),
    });
    expect(await recent(client, id)).toMatchObject([{ action: "user.password_changed", outcome: "failed" }]);
  });

  it.each([
    ["org_admin", true],
    ["practice_admin", true],
    ["editor", false],
    ["viewer", false],
  ] as const)("see R9-33 is visible to users who manage people: %s %s", async (role, sees) => {
    const { id, client } = await setUpOrganization();
    await add(client, id, "Erika");
    const ownClient = new TestClient(testApp);
    await ownClient.signIn(await makeMember(testApp, id, role));
    expect((await recent(ownClient, id))?.length).toBe(sees ? 1 : undefined);
  });

  it("see R9-33 contains no entries of another organization, and shows the operator's visit", async () => {
    const [first, second] = [await setUpOrganization(), await setUpOrganization()];
    await add(second.client, second.id, "Fremd");
    expect(await recent(first.client, first.id)).toEqual([]);
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    expect((await recent(operator, first.id))?.map((entry) => entry.action)).toEqual([
      "platform.organization_opened",
    ]);
  });
});

describe("GET /organizations/{id}/operations", () => {
  /** Reads all pages, forwards and backwards. */
  async function walk(client: TestClient, id: string, limit: number) {
    const pages: Operation[][] = [];
    let cursor: string | null = null;
    let last;
    do {
      const query: Record<string, string | number> = { limit, ...(cursor === null ? {} : { cursor }) };
      const { result } = await client.call(listOperations, { params: { id }, query });
      pages.push(result.data);
      last = result.pagination;
      cursor = last.nextCursor;
    } while (cursor !== null);
    const back: Operation[][] = [pages.at(-1) ?? []];
    for (cursor = last.prevCursor; cursor !== null;) {
      const { result } = await client.call(listOperations, { params: { id }, query: { limit, cursor } });
      back.unshift(result.data);
      cursor = result.pagination.prevCursor;
    }
    return { pages, back };
  }

  it("R3-83 R3-84 shows kind, person, organization, performer and time of each operation", async () => {
    const { id, name, admin, client } = await setUpOrganization();
    const startedAt = Date.now();
    const { result: created } = await client.call(createUser, {
      params: {},
      body: {
        username: `neu_${randomUUID().slice(0, 8)}`,
        personalInfo: { firstName: "Erika", lastName: "Muster" },
        password: "Sonnen-Garten-83",
      },
    });
    await client.call(setUserRole, { params: { id: created.id }, body: { type: "editor" } });
    await client.call(updateUser, {
      params: { id: created.id },
      body: { organizationData: { department: "Labor" } },
    });
    await client.call(deleteUser, { params: { id: created.id } });
    const invitedId = await add(client, id, "Olga");
    await client.call(removeMember, { params: { id, userId: invitedId.id } });
    const { result } = await client.call(listOperations, { params: { id } });
    expect(result.data.map((entry) => [entry.type, entry.action, entry.user])).toEqual([
      ["user_removed", "member.removed", { id: invitedId.id, name: "Olga Neu" }],
      ["user_assigned", "member.added", { id: invitedId.id, name: "Olga Neu" }],
      // The name was erased together with the person.
      ["user_removed", "user.deleted", { id: created.id, name: null }],
      ["profile_updated", "user.updated", { id: created.id, name: null }],
      ["role_updated", "user.role_changed", { id: created.id, name: null }],
      ["user_assigned", "user.created", { id: created.id, name: null }],
    ]);
    for (const entry of result.data) {
      expect(entry.organization).toEqual({ id, name });
      expect(entry.performer).toEqual({ id: admin.personId, name: "Ina Leitung" });
      expect(Date.parse(entry.time)).toBeGreaterThanOrEqual(startedAt - 1000);
      expect(Date.parse(entry.time)).toBeLessThanOrEqual(Date.now() + 1000);
    }
    expect(result.pagination).toEqual({ limit: 20, nextCursor: null, prevCursor: null, totalEstimate: 6 });
  });

  it("R0-54 R3-83 invitations of one bulk operation are bulk_invite, and a single one is user_assigned", async () => {
    const { id, client } = await setUpOrganization();
    await add(client, id, "Olga");
    client.headers = { ...client.headers, "x-bulk-operation": randomUUID() };
    await add(client, id, "Anna");
    await add(client, id, "Berta");
    client.headers = { ...client.headers, "x-bulk-operation": "none" };
    await add(client, id, "Clara");
    const { result } = await client.call(listOperations, { params: { id } });
    expect(result.data.map(({ type, user }) => [type, user.name])).toEqual([
      ["user_assigned", "Clara Neu"],
      ["bulk_invite", "Berta Neu"],
      ["bulk_invite", "Anna Neu"],
      ["user_assigned", "Olga Neu"],
    ]);
  });

  it("R9-37 keeps the newest 100 entries, and cursors return each one once in both directions", async () => {
    const { id, client } = await setUpOrganization();
    // Ten entries share each instant, so that the time alone does not order them.
    await insertEntries(id, "user.created", 60);
    await insertEntries(id, "user.role_changed", 60);
    await insertEntries(id, "auth.login", 200);
    await insertEntries(id, "user.updated", 10, "failed");
    for (const limit of [7, 20, 100]) {
      const { pages, back } = await walk(client, id, limit);
      const ids = pages.flat().map((entry) => entry.id);
      expect(ids).toHaveLength(100);
      expect(new Set(ids).size).toBe(100);
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      expect(back).toEqual(pages);
      const times = pages.flat().map((entry) => entry.time);
      expect(times).toEqual(times.toSorted().toReversed());
    }
  });

  it("R9-37 entries added between two pages neither repeat nor hide others", async () => {
    const { id, client } = await setUpOrganization();
    for (let index = 0; index < 4; index += 1) await add(client, id, `Vorher${index}`);
    const first = await client.call(listOperations, { params: { id }, query: { limit: 2 } });
    await add(client, id, "Nachher");
    const cursor = first.result.pagination.nextCursor ?? "";
    const second = await client.call(listOperations, { params: { id }, query: { limit: 2, cursor } });
    const names = [...first.result.data, ...second.result.data].map((entry) => entry.user.name);
    expect(names).toEqual(["Vorher3 Neu", "Vorher2 Neu", "Vorher1 Neu", "Vorher0 Neu"]);
    const newer = await client.call(listOperations, {
      params: { id },
      query: { limit: 5, cursor: second.result.pagination.prevCursor ?? "" },
    });
    expect(newer.result.data.map((entry) => entry.user.name)).toEqual([
      "Nachher Neu",
      "Vorher3 Neu",
      "Vorher2 Neu",
    ]);
    expect(newer.result.pagination.prevCursor).toBeNull();
  });

  it.each(["abc", "older-", "older-x", "sideways-3", "newer-9999999999999999999", "older-1-2"])(
    "rejects the cursor %s with 400",
    async (cursor) => {
      const { id, client } = await setUpOrganization();
      const { status, problem } = await client.call(listOperations, { params: { id }, query: { cursor } });
      expect([status, problem.errors?.map((error) => error.path)]).toEqual([400, ["cursor"]]);
    },
  );

  it("see R1-01 a cursor of another organization or of no entry reveals nothing", async () => {
    const [first, second] = [await setUpOrganization(), await setUpOrganization()];
    await add(first.client, first.id, "Erika");
    for (let index = 0; index < 3; index += 1) await add(second.client, second.id, `Fremd${index}`);
    const { result } = await first.client.call(listOperations, {
      params: { id: first.id },
      query: { cursor: "older-999999" },
    });
    expect(result.data).toEqual([]);
    const foreign = await second.client.call(listOperations, {
      params: { id: second.id },
      query: { limit: 1 },
    });
    const { result: ownEntries } = await first.client.call(listOperations, {
      params: { id: first.id },
      query: { cursor: foreign.result.pagination.nextCursor ?? "" },
    });
    expect(ownEntries.data.filter((entry) => entry.user.name?.startsWith("Fremd"))).toEqual([]);
  });

  it.each([
    ["org_admin", 200],
    ["practice_admin", 200],
    ["editor", 403],
    ["viewer", 403],
  ] as const)("see R3-83 %s gets %i", async (role, status) => {
    const { id } = await setUpOrganization();
    const ownClient = new TestClient(testApp);
    await ownClient.signIn(await makeMember(testApp, id, role));
    expect((await ownClient.call(listOperations, { params: { id } })).status).toBe(status);
  });

  it("see R1-01 another organization's administrator gets 404", async () => {
    const [first, second] = [await setUpOrganization(), await setUpOrganization()];
    const response = await first.client.call(listOperations, { params: { id: second.id } });
    expect([response.status, response.problem.code]).toEqual([404, "NOT_FOUND"]);
    expect((await new TestClient(testApp).call(listOperations, { params: { id: second.id } })).status).toBe(
      401,
    );
  });
});
