import * as endpoints from "@praxisportal/contract/workstations/workstations.endpoints";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, joinOrganization, makeMember, queryRows } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { withSlowWrites } from "../../../test/slow-writes.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Returns an organization with an administrator and a member who has signed in from a browser. */
async function setUpWorkstation() {
  const { client, organization } = await organizationWith(testApp, "practice_admin");
  const member = await makeMember(testApp, organization.id, "viewer");
  const browser = new TestClient(testApp, "browser");
  await browser.signIn(member);
  const list = async () =>
    (await client.call(endpoints.listWorkstations, { params: { id: organization.id } })).result.data;
  const [workstation] = await list();
  if (workstation === undefined) throw new Error("the sign-in stored no workstation");
  const params = { id: organization.id, workstationId: workstation.id };
  return { client, organization, member, browser, list, params, workstation };
}

describe("workstations", () => {
  it("see R6-01 are added by a sign-in, one per organization and device", async () => {
    const { browser, member, list, organization } = await setUpWorkstation();
    await browser.signIn(member);
    await browser.signIn(await makeMember(testApp, organization.id, "viewer"));
    expect(await list()).toMatchObject([
      { label: null, shared: false, people: 2, openSessions: 1, current: false, version: 1 },
    ]);
  });

  it("see R6-01 are named and shared, with five minutes by default, which notifies open pages", async () => {
    const { client, params, organization } = await setUpWorkstation();
    const socket = await openSocket(testApp, client);
    const update = (body: object, version?: number) =>
      client.call(endpoints.updateWorkstation, {
        params,
        body,
        ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
      });
    const shared = (await update({ label: "Empfang links", shared: true }, 1)).result;
    expect(await socket.next("organizationUpdate")).toEqual({
      type: "workstation.updated",
      workstationId: params.workstationId,
    });
    expect(shared).toMatchObject({ label: "Empfang links", shared: true, autoLockMinutes: 5, version: 2 });
    expect(shared.releasedBy?.name).toBe("Mia Muster-Probe");
    expect((await update({ shared: false }, 1)).status).toBe(412);
    for (const minutes of [0, 16, 1.5]) expect((await update({ autoLockMinutes: minutes })).status).toBe(400);
    expect((await update({ autoLockMinutes: 15 })).result.autoLockMinutes).toBe(15);
    expect((await update({ shared: false })).result).toMatchObject({ releasedBy: null, releasedAt: null });
    const entries = await auditEntries(testApp, organization.id, "workstation.updated");
    expect(entries[0]?.record.changes).toMatchObject({ is_shared: [false, true] });
    socket.close();
  });

  it("require a name to be shared", async () => {
    const { client, params } = await setUpWorkstation();
    const update = async (body: object) => {
      const response = await client.call(endpoints.updateWorkstation, { params, body });
      return response.status === 200 ? undefined : response.problem;
    };
    const missing = { errors: [{ path: "label", code: "required" }] };
    expect(await update({ shared: true })).toMatchObject(missing);
    expect(await update({ label: "Anmeldung", shared: true })).toBeUndefined();
    expect(await update({ label: null })).toMatchObject(missing);
    expect(await update({ label: null, shared: false })).toBeUndefined();
  });

  it("see R6-01 R5-22 require a name that no other shared workstation of the organization has to be shared", async () => {
    const { client, organization, params, list } = await setUpWorkstation();
    await new TestClient(testApp, "browser").signIn(await makeMember(testApp, organization.id, "viewer"));
    const first = params.workstationId;
    const second = (await list()).find(({ id }) => id !== first)?.id ?? "";
    const update = async (workstationId: string, body: object) => {
      const response = await client.call(endpoints.updateWorkstation, {
        params: { ...params, workstationId },
        body,
      });
      return response.status === 200 ? undefined : response.problem;
    };
    const conflict = { status: 409, code: "ALREADY_EXISTS", errors: [{ path: "label", code: "unique" }] };
    expect(await update(first, { label: "Empfang", shared: true })).toBeUndefined();
    expect(await update(second, { label: "empfang", shared: true })).toMatchObject(conflict);
    expect(await update(second, { label: "Empfang" })).toBeUndefined();
    expect(await update(second, { shared: true })).toMatchObject(conflict);
    expect(await update(second, { label: "Empfang rechts", shared: true })).toBeUndefined();
    expect(await update(second, { label: "EMPFANG" })).toMatchObject(conflict);
    expect(await update(first, { label: "EMPFANG" })).toBeUndefined();
    // Other changes are still possible for workstations that already have the same name.
    await queryRows(testApp, "update workstation set label = 'Empfang' where id = $1", [second]);
    expect(await update(second, { autoLockMinutes: 3 })).toBeUndefined();
    const elsewhere = await setUpWorkstation();
    const { status } = await elsewhere.client.call(endpoints.updateWorkstation, {
      params: elsewhere.params,
      body: { label: "Empfang", shared: true },
    });
    expect(status).toBe(200);
  });

  it("cannot get the same name by two simultaneous changes", async () => {
    const { client, organization, params, list } = await setUpWorkstation();
    await new TestClient(testApp, "browser").signIn(await makeMember(testApp, organization.id, "viewer"));
    const shared = (await list()).map(({ id }) => id);
    expect(shared).toHaveLength(2);
    const change = (workstationId: string) =>
      client.call(endpoints.updateWorkstation, {
        params: { ...params, workstationId },
        body: { label: "Empfang", shared: true },
      });
    const responses = await withSlowWrites(testApp, "workstation", () => Promise.all(shared.map(change)));
    expect(responses.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
  });

  it("show their last user and the sites of their users, and are found by both", async () => {
    const { client, organization, member, browser, list, workstation } = await setUpWorkstation();
    const { organizationId, siteId } = { organizationId: organization.id, siteId: uuidV7() };
    await queryRows(testApp, "insert into site (organization_id, id, name) values ($1, $2, 'Filiale Nord')", [
      organizationId,
      siteId,
    ]);
    await queryRows(testApp, "update membership set site_id = $2 where person_id = $1", [
      member.personId,
      siteId,
    ]);
    const first = { lastUser: { id: member.personId }, sites: ["Filiale Nord"] };
    expect(await list()).toMatchObject([first]);
    const colleague = await makeMember(testApp, organizationId, "viewer");
    await browser.signIn(colleague);
    const second = { ...first, lastUser: { id: colleague.personId } };
    expect(await list()).toMatchObject([{ ...second, firstSeenAt: workstation.firstSeenAt }]);
    const search = async (words: string) =>
      (
        await client.call(endpoints.listWorkstations, {
          params: { id: organizationId },
          query: { search: words },
        })
      ).result.data.length;
    expect(await Promise.all([search("filiale nord"), search("filiale süd")])).toEqual([1, 0]);
  });

  it("see R7x-08 R7o-11 are listed in pages, searched, filtered and sorted", async () => {
    const { client, organization } = await organizationWith(testApp, "practice_admin");
    const windows =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
    for (let count = 1; count <= 12; count += 1) {
      const browser = new TestClient(testApp, "browser");
      if (count === 12) browser.headers = { "user-agent": windows };
      await browser.signIn(await makeMember(testApp, organization.id, "viewer"));
    }
    const list = async (query: Record<string, string | number>) =>
      (await client.call(endpoints.listWorkstations, { params: { id: organization.id }, query })).result;
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, limit: 5 })));
    expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 2]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(12);
    expect(pages[0]?.pagination).toEqual({ page: 1, limit: 5, total: 12, pages: 3 });
    const matches = await list({ search: "WINDOWS chrome" });
    expect(matches.data).toMatchObject([{ browser: "Chrome 140", system: "Windows" }]);
    expect((await list({ search: "windows firefox" })).data).toEqual([]);
    const ids = (await list({})).data.map(({ id }) => id);
    for (const [index, label] of ["Zimmer 10", "Ärztin", "Zimmer 2"].entries()) {
      const params = { id: organization.id, workstationId: String(ids[index]) };
      await client.call(endpoints.updateWorkstation, { params, body: { label, shared: true } });
    }
    const shared = await list({ kind: "shared", sortBy: "name", sortOrder: "asc" });
    expect(shared.data.map(({ label }) => label)).toEqual(["Ärztin", "Zimmer 2", "Zimmer 10"]);
    expect((await list({ kind: "personal" })).pagination.total).toBe(9);
    const tooMany = await client.call(endpoints.listWorkstations, {
      params: { id: organization.id },
      query: { limit: 101 },
    });
    expect(tooMany.problem.code).toBe("VALIDATION_FAILED");
  });

  it("N02 of another organization are not found, and its people on the same browser are not returned", async () => {
    const home = await setUpWorkstation();
    const elsewhere = await setUpWorkstation();
    const params = { id: elsewhere.organization.id, workstationId: home.workstation.id };
    const body = { shared: true };
    expect((await elsewhere.client.call(endpoints.updateWorkstation, { params, body })).status).toBe(404);
    expect((await elsewhere.client.call(endpoints.removeWorkstation, { params })).status).toBe(404);
    expect(
      (await elsewhere.client.call(endpoints.listWorkstations, { params: { id: home.organization.id } }))
        .status,
    ).toBe(404);
    // Both organizations know the same browser, and each counts only its own users.
    await home.browser.signIn(elsewhere.member);
    expect((await elsewhere.list()).find(({ id }) => id === home.workstation.id)).toMatchObject({
      people: 1,
      openSessions: 1,
    });
    expect(await home.list()).toMatchObject([{ people: 1, openSessions: 0 }]);
  });

  it("see R6-01 sign out the organization's members and delete their records when removed", async () => {
    const { client, params, browser, list, member } = await setUpWorkstation();
    expect((await client.call(endpoints.removeWorkstation, { params })).status).toBe(204);
    expect((await browser.call(getMe)).status).toBe(401);
    expect(await list()).toEqual([]);
    expect((await client.call(endpoints.removeWorkstation, { params })).status).toBe(404);
    await browser.signIn(member);
    expect(await list()).toHaveLength(1);
  });

  it("see R6-01 keep the session of another organization when one organization removes them", async () => {
    const home = await setUpWorkstation();
    const elsewhere = await organizationWith(testApp, "org_admin");
    await joinOrganization(testApp, elsewhere.organization.id, home.member.personId, "viewer");
    expect(
      (
        await elsewhere.client.call(endpoints.removeWorkstation, {
          params: { ...home.params, id: elsewhere.organization.id },
        })
      ).status,
    ).toBe(404);
    expect((await home.browser.call(getMe)).status).toBe(200);
  });

  it("N02 do not let an organization end a session that began in another one on the same device", async () => {
    const home = await setUpWorkstation();
    const elsewhere = await organizationWith(testApp, "org_admin");
    await home.browser.signIn(await makeMember(testApp, elsewhere.organization.id, "viewer"));
    await home.browser.signIn(home.member);
    const params = { id: elsewhere.organization.id, workstationId: home.params.workstationId };
    expect((await elsewhere.client.call(endpoints.removeWorkstation, { params })).status).toBe(204);
    expect((await home.browser.call(getMe)).status).toBe(200);
    expect(await home.list()).toMatchObject([{ openSessions: 1 }]);
  });
});
