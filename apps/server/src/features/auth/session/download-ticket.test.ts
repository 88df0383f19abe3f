import { exportAudit } from "@praxisportal/contract/audit/audit.endpoints";
import { createDownloadTicket, logout } from "@praxisportal/contract/auth/auth.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  queryRows,
} from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let organization: string;
let foreign: string;
let log: string;
beforeAll(async () => {
  testApp = await createTestApp();
  [organization, foreign] = [(await makeOrganization(testApp)).id, (await makeOrganization(testApp)).id];
  log = `/api/tenant/organizations/${organization}/audit/export?format=csv`;
});
afterAll(() => testApp.stop());

async function signInMember(kind: "browser" | "client" = "browser") {
  const member = await makeMember(testApp, organization, "org_admin");
  const client = new TestClient(testApp, kind);
  await client.signIn(member);
  return { client, personId: member.personId };
}

/** Requests a ticket; returns it or the code of the refusal. */
async function request(client: TestClient, path: string, headers: Record<string, string> = {}) {
  const response = await client.call(createDownloadTicket, { body: { path }, headers });
  return response.status === 201 ? response.result.ticket : response.problem.code;
}

/** Opens a link as a browser does: with the cookie of the device, without an access token. */
function openLink(client: TestClient, path: string, ticket: string, headers: Record<string, string> = {}) {
  const link = client.copy();
  link.accessToken = undefined;
  return link.fetch(`${path}${path.includes("?") ? "&" : "?"}ticket=${ticket}`, { headers });
}

describe("a download ticket", () => {
  it("R0-96 R0-296 N79 works once, within 30 s and for its own call only", async () => {
    const { client } = await signInMember();
    testApp.clock.stop();
    const ticket = await request(client, log);
    for (const other of [
      log.replace("csv", "json"),
      `${log}&outcome=denied`,
      log.replace(organization, foreign),
      "/api/v1/users/export?format=csv",
    ]) {
      expect([other, (await openLink(client, other, ticket)).status]).toEqual([other, 401]);
    }
    testApp.clock.advance(29_999);
    const response = await openLink(client, log, ticket);
    expect([response.status, response.headers.get("content-disposition")]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="audit-.+\.csv"$/),
    ]);
    expect(await response.text()).toContain("seq;id;time;action");
    expect((await openLink(client, log, ticket)).status).toBe(401);
    const late = await request(client, log);
    testApp.clock.advance(30_001);
    expect((await openLink(client, log, late)).status).toBe(401);
    // A call that returns no file accepts no ticket.
    expect(await request(client, "/api/v1/users/me")).toBe("NOT_FOUND");
    const me = await openLink(client, "/api/v1/users/me", await request(client, log));
    expect(me.status).toBe(401);
  });

  it("R0-296 N79 works only for the session and the device that it was issued to", async () => {
    const [ownClient, otherClient] = [(await signInMember()).client, (await signInMember()).client];
    const statusWith = async (headers: Record<string, string>) =>
      (await openLink(ownClient, log, await request(ownClient, log), headers)).status;
    expect(await statusWith({ cookie: otherClient.cookie ?? "" })).toBe(401);
    expect(await statusWith({ cookie: "" })).toBe(401);
    expect(await statusWith({ "sec-fetch-site": "cross-site" })).toBe(403);
    const program = (await signInMember("client")).client;
    expect((await openLink(program, log, await request(program, log))).status).toBe(401);
    const ticket = await request(ownClient, log);
    await ownClient.call(logout);
    expect((await openLink(ownClient, log, ticket)).status).toBe(401);
    // A new session on the same device does not open the link of the earlier one.
    testApp.clock.advance(1);
    await ownClient.signIn(await makeMember(testApp, organization, "org_admin"));
    expect((await openLink(ownClient, log, ticket)).status).toBe(401);
    expect((await openLink(ownClient, log, await request(ownClient, log))).status).toBe(200);
  });

  it("R0-297 is refused with the reason if the caller may not make the call, and the rights are checked again", async () => {
    const { client, personId } = await signInMember();
    expect(await request(client, log.replace(organization, foreign))).toBe("NOT_FOUND");
    expect(await request(client, log.replace("csv", "pdf"))).toBe("VALIDATION_FAILED");
    expect(await request(client, "/api/tenant/audit/export?format=csv")).toBe("FORBIDDEN");
    const ticket = await request(client, log);
    await queryRows(
      testApp,
      "update membership set role = 'viewer', permissions = '{}' where person_id = $1",
      [personId],
    );
    testApp.app.callers.cache.forgetAll();
    expect((await openLink(client, log, ticket)).status).toBe(403);
    expect(await request(client, log)).toBe("FORBIDDEN");
    const second = await signInMember();
    const blockedResponse = await request(second.client, log);
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      second.personId,
    ]);
    testApp.app.callers.cache.forgetAll();
    expect((await openLink(second.client, log, blockedResponse)).status).toBe(401);
  });

  it("contains the organization and the language of the page, whose headers a link does not send", async () => {
    const { client, personId } = await signInMember();
    await joinOrganization(testApp, foreign, personId, "org_admin");
    testApp.app.callers.cache.forgetAll();
    const path = "/api/v1/users/export?format=csv";
    expect(await request(client, path)).toBe("ORGANIZATION_REQUIRED");
    const headers = { "x-organization-id": foreign, "accept-language": "en" };
    const response = await openLink(client, path, await request(client, path, headers), {
      "accept-language": "de",
    });
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("Last name,First name");
  });

  it("N79 is bound to its organization, whatever header the download sends", async () => {
    const { client, personId } = await signInMember();
    await joinOrganization(testApp, foreign, personId, "org_admin");
    testApp.app.callers.cache.forgetAll();
    const path = "/api/v1/users/export?format=json";
    const ticket = await request(client, path, { "x-organization-id": organization });
    const exportsBy = async (id: string) =>
      (await auditEntries(testApp, id, "user.exported")).filter(({ actor_id }) => actor_id === personId);
    const response = await openLink(client, path, ticket, { "x-organization-id": foreign });
    expect(response.status).toBe(200);
    expect(await exportsBy(organization)).toHaveLength(1);
    expect(await exportsBy(foreign)).toEqual([]);
  });

  it("does not affect a download with an access token", async () => {
    const { client } = await signInMember("client");
    const params = { id: organization };
    expect((await client.call(exportAudit, { params, query: { format: "csv" } })).status).toBe(200);
  });
});
