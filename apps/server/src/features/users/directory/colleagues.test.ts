import { exportOwnData } from "@praxisportal/contract/own-data/own-data.endpoints";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { listSeatHolders } from "@praxisportal/contract/organizations/organizations.endpoints";
import { memberCheckIds } from "@praxisportal/contract/organizations/security-checks.rules";
import {
  blockUser,
  unblockUser,
  unlockUser,
} from "@praxisportal/contract/user-security/user-security.endpoints";
import { exportUsers, getUser, listDirectory, listUsers } from "@praxisportal/contract/users/users.endpoints";
import { memberStates, userSecurityFields, userSortFields } from "@praxisportal/contract/users/users.schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { addPasskey } from "../../../../test/passkeys.ts";
import { openSocket } from "../../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let organizationId: string;
let viewer: TestClient;
let owner: TestClient;
let colleague: Awaited<ReturnType<typeof makeMember>>;

beforeAll(async () => {
  testApp = await createTestApp();
  organizationId = (await makeOrganization(testApp)).id;
  const signedIn = async (...[role, extra]: [Parameters<typeof makeMember>[2], object?]) => {
    const client = new TestClient(testApp);
    const member = await makeMember(testApp, organizationId, role, extra);
    await client.signIn(member);
    client.headers = { "x-organization-id": organizationId };
    return client;
  };
  viewer = await signedIn("viewer", { firstName: "Mira", lastName: "Beispiel-Ahorn" });
  owner = await signedIn("org_admin", { firstName: "Ina", lastName: "Musterfrau" });
  colleague = await makeMember(testApp, organizationId, "viewer", {
    firstName: "Lena",
    lastName: "Beispielmann",
    department: "Labor",
  });
  await queryRows(
    testApp,
    "update membership set initials = 'LEB', extension = '24', job_title = 'MTL' where person_id = $1",
    [colleague.personId],
  );
});
afterAll(() => testApp.stop());

/** Returns the values of a body by their path, with the position for items of a list. */
function leavesOf(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, `${path}/${key}`));
}

/**
 * Returns the reads in the contract about the organization or the colleague, and the lists with every filter and order.
 */
function reads(): string[] {
  const paths = allEndpoints
    // Each export of own data changes the content of the next one. Its own tests look for colleagues in it.
    .filter(
      ({ name, method, path }) => method === "GET" && !path.includes("/auth/") && name !== exportOwnData.name,
    )
    .map(({ path }) =>
      path
        .replace(/organizations\/\{id\}|organization\/\{id\}/, (part) => part.replace("{id}", organizationId))
        .replaceAll(/\{(?:id|userId)\}/g, colleague.personId)
        .replaceAll(/\{\w+\}/g, colleague.personId),
    );
  const queries = [
    ...memberStates.map((state) => `status=${state}`),
    ...userSortFields.map((field) => `sortBy=${field}&sortOrder=desc`),
    ...memberCheckIds.map((check) => `finding=${check}`),
  ];
  const lists = ["/api/v1/users", `/api/v1/organizations/${organizationId}/users`, "/api/v1/users/export"];
  return [
    ...paths,
    "/api/v1/users/export?format=json",
    ...lists.flatMap((list) => queries.map((query) => `${list}?${query}`)),
  ];
}

/** Reads everything as the client and returns a map from `path of the call: path of the value` to the value. */
async function sweep(client: TestClient): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const path of reads()) {
    const response = await client.fetch(path);
    const text = await response.text();
    values.set(path, response.status);
    if (response.status !== 200) continue;
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const body: unknown = isJson ? JSON.parse(text) : text;
    for (const [place, value] of leavesOf(body)) values.set(`${path}: ${place}`, value);
  }
  return values;
}

/** Returns the places whose values differ. */
function differences(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (place) => before.get(place) !== after.get(place),
  );
}

describe("the data that colleagues see about each other", () => {
  it("R0-264 no read, filter, sort or export changes with a colleague's sign-ins, lock or second factor", async () => {
    const first = await sweep(viewer);
    expect(first.get(`/api/v1/organizations/${organizationId}/users`)).toBe(200);
    const [before, seenBefore] = [await sweep(viewer), await sweep(owner)];
    // The uptime changes, and so does the viewer's last activity, which is written once a minute.
    const volatile = new Set([...differences(first, before), "/api/v1/users/me: /lastActivity"]);
    const failed = await new TestClient(testApp).fetch("/api/v1/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: colleague.username, password: "Falsch-1234", organizationId }),
    });
    expect(failed.status).toBe(401);
    const session = new TestClient(testApp);
    await session.signIn(colleague);
    await addPasskey(testApp, session);
    await queryRows(
      testApp,
      `with locked as (
         update person set locked_until = now() + interval '1 hour', failed_login_attempts = 5,
           lock_reason = 'failed_logins' where id = $1 returning id)
       select from locked`,
      [colleague.personId],
    );
    await queryRows(testApp, "select sync_member_rows($1)", [colleague.personId]);
    await queryRows(
      testApp,
      "update membership set blocked_at = now(), last_activity_at = now() where person_id = $1",
      [colleague.personId],
    );
    // The record of the uptime gets its first entry a minute after the start.
    const changed = differences(before, await sweep(viewer)).filter(
      (place) => !volatile.has(place) && !place.includes(": /uptime/"),
    );
    expect(changed).toEqual([]);
    // Users who may see these values get all of them from the same reads.
    const visible = differences(seenBefore, await sweep(owner)).join("\n");
    for (const field of userSecurityFields) expect(visible).toContain(`/${field}`);
    await queryRows(testApp, "update membership set blocked_at = null where person_id = $1", [
      colleague.personId,
    ]);
  }, 60_000);

  it("R0-264 R0-263 no field, filter or sort about a colleague's access is available without one of four permissions", async () => {
    const { result } = await viewer.call(getUser, { params: { id: colleague.personId } });
    const rows = (await viewer.call(listUsers)).result.data;
    for (const person of [result, ...rows]) {
      expect(Object.keys(person).filter((key) => (userSecurityFields as string[]).includes(key))).toEqual([]);
    }
    const refusals = [
      { sortBy: "lastLogin" },
      { sortBy: "lastActivity" },
      { status: "locked" },
      { status: "blocked" },
    ];
    for (const query of refusals) {
      const response = await viewer.call(listUsers, { query });
      expect([query, response.problem.code]).toEqual([query, "FORBIDDEN"]);
      expect((await owner.call(listUsers, { query })).status).toBe(200);
    }
    const file = await viewer.fetch("/api/v1/users/export", { headers: { "accept-language": "de" } });
    const [header] = (await file.text()).split("\n");
    expect(header).toContain("Durchwahl");
    expect(header).not.toMatch(/Anmeldung|Zwei-Faktor/);
    expect((await viewer.call(exportUsers, { query: { status: "locked" } })).problem.code).toBe("FORBIDDEN");
    const holders = (await viewer.call(listSeatHolders, { params: { id: organizationId } })).result.data;
    expect(holders.find(({ id }) => id === colleague.personId)?.status).toBe("active");

    // The organization is a separate one, because other tests count members.
    const { id } = await makeOrganization(testApp);
    const { personId } = await makeMember(testApp, id, "viewer");
    for (const [permission, isOpen] of [
      ["users:write", true],
      ["users:manage", true],
      ["security:read", true],
      ["audit:read", true],
      ["users:read", false],
      ["users:delete", false],
      ["billing:read", false],
    ] as const) {
      const client = new TestClient(testApp);
      await client.signIn(
        await makeMember(testApp, id, "guest", { permissions: ["users:read", permission] }),
      );
      const { status } = await client.call(listUsers, { query: { sortBy: "lastLogin" } });
      const person = (await client.call(getUser, { params: { id: personId } })).result;
      const visible = Object.keys(person).filter((key) => (userSecurityFields as string[]).includes(key));
      expect([permission, status, visible.length > 0]).toEqual([permission, isOpen ? 200 : 403, isOpen]);
    }
  });

  it("R0-264 live events do not reveal changes to a colleague's access", async () => {
    const about = { params: { id: colleague.personId } };
    await queryRows(
      testApp,
      `with locked as (
         update person set locked_until = now() + interval '1 hour', lock_reason = 'failed_logins'
         where id = $1 returning id)
       update membership set blocked_at = null where person_id = (select id from locked)`,
      [colleague.personId],
    );
    await queryRows(testApp, "select sync_member_rows($1)", [colleague.personId]);
    const socket = await openSocket(testApp, viewer);
    const changes = [
      () => owner.call(unlockUser, { ...about, body: { identityCheck: "in_person" } }),
      () => owner.call(blockUser, { ...about, body: { reason: "Ferien" } }),
      () => owner.call(unblockUser, about),
    ];
    for (const change of changes) {
      expect((await change()).status).toBe(200);
      expect(await socket.next("userUpdate")).toEqual({ type: "user.updated", userId: colleague.personId });
    }
    // Neither do the declarations of other changes that are published to the whole organization.
    const published = Object.values(domainEvents).flatMap(({ name, live }) =>
      live?.to === "organization" && !("data" in live && "type" in live.data) ? [name] : [],
    );
    expect(
      published.filter((name) =>
        /lock|two_factor|passkey|password|recovery|signed|session|connect/.test(name),
      ),
    ).toEqual([]);
    socket.close();
  });

  it("R0-263 the directory has name, initials, department and extension, and can be searched by each of them", async () => {
    const params = { id: organizationId };
    for (const search of ["lena", "LEB", "labor", "24", "beispielmann lena"]) {
      const { result } = await viewer.call(listDirectory, { params, query: { search } });
      expect([search, result.data]).toEqual([
        search,
        [
          {
            id: colleague.personId,
            firstName: "Lena",
            lastName: "Beispielmann",
            initials: "LEB",
            department: "Labor",
            extension: "24",
          },
        ],
      ]);
    }
    const page = (await viewer.call(listDirectory, { params, query: { limit: 2 } })).result;
    expect(page.data.map(({ lastName }) => lastName)).toEqual(["Beispiel-Ahorn", "Beispielmann"]);
    expect(page.pagination).toMatchObject({ total: 3, pages: 2 });
    const past = (await viewer.call(listDirectory, { params, query: { limit: 2, page: 9 } })).result;
    expect([past.data, past.pagination.total]).toEqual([[], 3]);
    // MTL is a job title, which is not part of the directory.
    expect((await viewer.call(listDirectory, { params, query: { search: "MTL" } })).result.data).toEqual([]);
    const otherOrganization = { id: (await makeOrganization(testApp)).id };
    expect((await viewer.call(listDirectory, { params: otherOrganization })).status).toBeGreaterThanOrEqual(
      403,
    );
  });

  it("see R2.3-14 the directory is sorted by each of its columns, with members without a value last", async () => {
    const listSorted = async (sortBy: string, sortOrder: string) => {
      const call = { params: { id: organizationId }, query: { sortBy, sortOrder } };
      return (await viewer.call(listDirectory, call)).result.data.map(({ lastName }) => lastName);
    };
    const byName = ["Beispiel-Ahorn", "Beispielmann", "Musterfrau"];
    expect(await listSorted("name", "asc")).toEqual(byName);
    expect(await listSorted("name", "desc")).toEqual(byName.toReversed());
    for (const field of ["initials", "department", "extension"])
      for (const order of ["asc", "desc"])
        expect((await listSorted(field, order))[0], `${field} ${order}`).toBe("Beispielmann");
  });
});
