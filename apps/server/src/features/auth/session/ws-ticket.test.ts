import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization } from "../../../../test/factories.ts";
import { openWithTicket } from "../../../../test/portal-socket.ts";
import { openSocket } from "../../../../test/socket-client.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let organization: string;
beforeAll(async () => {
  testApp = await createTestApp();
  organization = (await makeOrganization(testApp)).id;
});
afterAll(() => testApp.stop());

async function signInMember(kind: "browser" | "client") {
  const client = new TestClient(testApp, kind);
  await client.signIn(await makeMember(testApp, organization, "viewer"));
  return client;
}

/** Opens a socket with a fresh ticket of a session; returns "open" or why it was refused. */
async function outcome(client: TestClient, headers: Record<string, string>): Promise<string> {
  const { ticket } = (await client.call(auth.createSocketTicket)).result;
  const url = `${testApp.baseUrl.replace("http", "ws")}/ws?token=${ticket}`;
  return openSocket(url, headers).then(
    ({ ws }) => {
      ws.terminate();
      return "open";
    },
    (error: Error) => error.message,
  );
}

describe("N76 a websocket ticket", () => {
  it("of a browser's session opens a socket only with the cookie of its own device and the portal's own Origin", async () => {
    const [ownClient, otherClient] = [await signInMember("browser"), await signInMember("browser")];
    const cookie = ownClient.cookie ?? "";
    const rejection = "closed with 1008";
    expect(await outcome(ownClient, {})).toBe(rejection);
    expect(await outcome(ownClient, { origin: testApp.origin })).toBe(rejection);
    expect(await outcome(ownClient, { cookie })).toBe(rejection);
    expect(await outcome(ownClient, { origin: testApp.origin, cookie: otherClient.cookie ?? "" })).toBe(
      rejection,
    );
    expect(await outcome(ownClient, { origin: "https://evil.example", cookie })).toBe(rejection);
    expect(await outcome(ownClient, { origin: testApp.origin, cookie })).toBe("open");
  });

  it("opens a socket with a cookie that was set by a refresh in the meantime", async () => {
    const client = await signInMember("browser");
    await client.refresh();
    expect(await outcome(client, { origin: testApp.origin, cookie: client.cookie ?? "" })).toBe("open");
  });

  it("R7w-02 opens one socket after 29 s, no second one, and none after 31 s", async () => {
    const client = await signInMember("client");
    const newTicket = async () => {
      const response = await client.fetch("/api/v1/auth/ws-ticket", { method: "POST" });
      expect(response.status).toBe(201);
      const { ticket, ...others } = (await response.json()) as { ticket: string; expiresAt: string };
      expect(Object.keys(others)).toEqual(["expiresAt"]);
      const leftMs = Date.parse(others.expiresAt) - testApp.clock.now().getTime();
      expect(leftMs).toBeGreaterThan(29_000);
      expect(leftMs).toBeLessThanOrEqual(30_000);
      return ticket;
    };
    const ticket = await newTicket();
    testApp.clock.advance(29_000);
    (await openWithTicket(testApp, ticket, client)).close();
    await expect(openWithTicket(testApp, ticket, client)).rejects.toThrow("closed with 1008");
    const shared = await newTicket();
    const openings = await Promise.allSettled(
      Array.from({ length: 8 }, () => openWithTicket(testApp, shared, client)),
    );
    expect(openings.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const socket of openings) if (socket.status === "fulfilled") socket.value.close();
    const late = await newTicket();
    testApp.clock.advance(31_000);
    await expect(openWithTicket(testApp, late, client)).rejects.toThrow("closed with 1008");
  });

  it("of a session that was not started by a browser needs no cookie", async () => {
    expect(await outcome(await signInMember("client"), {})).toBe("open");
  });
});
