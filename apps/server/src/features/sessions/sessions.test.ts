import { refresh } from "@praxisportal/contract/auth/auth.endpoints";
import * as endpoints from "@praxisportal/contract/sessions/sessions.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeMember, makeOrganization } from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());

async function browserOf(member: Parameters<TestClient["signIn"]>[0], userAgent = firefox) {
  const client = new TestClient(testApp, "browser");
  client.headers = { "user-agent": userAgent, "x-organization-id": organization.id };
  const { sessionId } = await client.signIn(member);
  return { client, sessionId };
}

describe("own sessions", () => {
  it("see R1-08 lists only the user's own sessions, the current one first", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const first = await browserOf(member);
    const second = await browserOf(member, "unbekannt");
    await browserOf(await makeMember(testApp, organization.id, "viewer"));
    const { sessions } = (await first.client.call(endpoints.listSessions)).result;
    expect(sessions.map(({ id, current }) => [id, current])).toEqual([
      [first.sessionId, true],
      [second.sessionId, false],
    ]);
    expect(sessions[0]).toMatchObject({
      browser: "Firefox 140",
      system: "Windows",
      locked: false,
      secondFactor: false,
      newDevice: true,
      organizationId: organization.id,
      workstation: { label: null, shared: false },
    });
    expect(sessions[1]).toMatchObject({ browser: null, system: null });
  });

  it("see R1-08 ending one signs it out at once: call, refresh and socket", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const [current, other] = [await browserOf(member), await browserOf(member)];
    const socket = await openSocket(testApp, other.client);
    expect(
      (await current.client.call(endpoints.endSession, { params: { id: other.sessionId } })).status,
    ).toBe(204);
    expect((await other.client.call(getMe)).status).toBe(401);
    expect((await other.client.call(refresh, { body: {} })).status).toBe(401);
    expect(await socket.closed).toBe(4401);
    expect(
      (await current.client.call(endpoints.endSession, { params: { id: other.sessionId } })).status,
    ).toBe(404);
  });

  it("N02 users cannot end another person's session", async () => {
    const [first, second] = [
      await browserOf(await makeMember(testApp, organization.id, "org_admin")),
      await browserOf(await makeMember(testApp, organization.id, "viewer")),
    ];
    expect((await first.client.call(endpoints.endSession, { params: { id: second.sessionId } })).status).toBe(
      404,
    );
    expect((await second.client.call(getMe)).status).toBe(200);
  });

  it("see R1-08 all others can be ended together, and the current one stays", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const [current, ...others] = [await browserOf(member), await browserOf(member), await browserOf(member)];
    expect((await current.client.call(endpoints.endOtherSessions)).result).toEqual({ ended: 2 });
    for (const { client } of others) expect((await client.call(getMe)).status).toBe(401);
    expect((await current.client.call(endpoints.endOtherSessions)).result).toEqual({ ended: 0 });
    expect((await current.client.call(getMe)).status).toBe(200);
  });
});

describe("a sign-in on a new device", () => {
  it("see R1-08 notifies by mail and in other sessions, once per device, never for the first", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const notifications = async () =>
      (await mailsOf(testApp, "newSignIn")).filter((mail) => mail.includes(String(member.email)));
    const first = await browserOf(member);
    const socket = await openSocket(testApp, first.client);
    const second = await browserOf(member);
    const event = await socket.next("userUpdate");
    expect(event).toEqual({
      type: "session.started_elsewhere",
      userId: member.personId,
      newSignIn: { browser: "Firefox 140", system: "Windows" },
    });
    await vi.waitFor(async () => expect(await notifications()).toHaveLength(1), { timeout: 10_000 });
    expect((await notifications())[0]).toContain("Firefox 140, Windows");
    // A known device sends no mail; a third device does.
    await second.client.signIn(member);
    await browserOf(member);
    await vi.waitFor(async () => expect(await notifications()).toHaveLength(2), { timeout: 10_000 });
    socket.close();
  });
});
