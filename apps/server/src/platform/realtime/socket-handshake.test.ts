import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { WebSocket } from "ws";
import { makeToken } from "../crypto/tokens.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/background-database.ts";
import type { SocketHubDependencies } from "./socket-hub.ts";
import { makeRows, openSocket, ownHeaders, ownOrigin, startHub } from "../../../test/socket-client.ts";

let database: TestDatabase;
let rows: ReturnType<typeof makeRows>;
let server: Awaited<ReturnType<typeof startHub>>;
let session: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = makeRows(database);
  server = await startHub(database);
  session = await rows.session(await rows.person({ organizations: [await rows.organization()] }));
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

async function expectNoConnections() {
  await eventually(() => expect(server.hub.size).toBe(0));
}

describe("handshake", () => {
  it("R7w-01 opens with a ticket in the query of /ws", async () => {
    const ticket = await rows.ticket(session);
    const socket = await openSocket(`ws://127.0.0.1:${server.port}/ws?token=${ticket}`, ownHeaders);
    expect(server.hub.size).toBe(1);
    socket.ws.close();
    await socket.closed;
    await expectNoConnections();
  });

  it("see R7w-04 accepts a ticket only once, even if it is used twice at the same moment", async () => {
    const ticket = await rows.ticket(session);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => server.connect(ticket)));
    const opened = results.filter((result) => result.status === "fulfilled");
    expect(opened).toHaveLength(1);
    const refusals = results.flatMap((result) =>
      result.status === "rejected" ? [String(result.reason)] : [],
    );
    expect(new Set(refusals)).toEqual(new Set(["Error: closed with 1008"]));
    opened[0]?.value.ws.terminate();
    await expectNoConnections();
  });

  it("see R7w-04 closes with 1008 and the reason if the ticket of a page is invalid", async () => {
    const url = `ws://127.0.0.1:${server.port}/ws?token=${makeToken()}`;
    const ws = new WebSocket(url, { headers: { origin: ownOrigin } });
    const [code, reason] = (await once(ws, "close")) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([1008, "ticket not accepted"]);
    expect(server.hub.size).toBe(0);
  });

  it("N77 allows 20 sockets per person over all sessions, and refuses more until one is closed", async () => {
    const person = await rows.person({ organizations: [await rows.organization()] });
    const sessions = [await rows.session(person), await rows.session(person)] as const;
    const open = [];
    for (let n = 0; n < 20; n += 1)
      open.push(await server.connect(await rows.ticket(sessions[n < 10 ? 0 : 1])));
    for (const id of sessions)
      await expect(server.connect(await rows.ticket(id))).rejects.toThrow("closed with 1013");
    open.pop()?.ws.terminate();
    await eventually(() => expect(server.hub.size).toBe(19));
    open.push(await server.connect(await rows.ticket(sessions[0])));
    for (const { ws } of open) ws.terminate();
    await expectNoConnections();
  });

  it("R7w-04 closes with 1008 on a ticket that is expired, unknown, used, missing or for another purpose", async () => {
    const usedTicket = await rows.ticket(session);
    const { ws } = await server.connect(usedTicket);
    await expect(server.connect(usedTicket)).rejects.toThrow("closed with 1008");
    ws.terminate();
    await expectNoConnections();
    await expect(server.connect(usedTicket)).rejects.toThrow("closed with 1008");
    await expect(server.connect(await rows.ticket(session, -1))).rejects.toThrow("closed with 1008");
    await expect(server.connect(makeToken())).rejects.toThrow("closed with 1008");
    await expect(server.connect("")).rejects.toThrow("closed with 1008");
    await expect(openSocket(`ws://127.0.0.1:${server.port}/ws`)).rejects.toThrow("closed with 1008");
    const otherTicket = await rows.ticket(session);
    await database.query("update one_time_token set purpose = 'second_step' where used_at is null");
    await expect(server.connect(otherTicket)).rejects.toThrow("closed with 1008");
    expect(server.hub.size).toBe(0);
  });

  it("R7w-04 closes with 1008 on a foreign Origin, without consuming the ticket", async () => {
    const ticket = await rows.ticket(session);
    for (const origin of ["https://evil.example", "null", "http://localhost:8081"]) {
      await expect(server.connect(ticket, { ...ownHeaders, origin })).rejects.toThrow("closed with 1008");
    }
    const socket = await server.connect(ticket);
    socket.ws.terminate();
    await expectNoConnections();
  });

  it("N76 binds the ticket of a browser session to its page by Origin and device cookie", async () => {
    const { cookie, origin } = ownHeaders;
    for (const headers of [{ origin }, { cookie }, { origin, cookie: "portal_8080=other" }, {}]) {
      await expect(server.connect(await rows.ticket(session), headers)).rejects.toThrow("closed with 1008");
    }
    const socket = await server.connect(await rows.ticket(session));
    socket.ws.terminate();
    await expectNoConnections();
  });

  it("N76 opens a session of another kind of client without cookie and Origin, but not for a foreign page", async () => {
    const clientSession = await rows.session(
      await rows.person({ organizations: [await rows.organization()] }),
      "client",
    );
    const foreign = { origin: "https://evil.example" };
    await expect(server.connect(await rows.ticket(clientSession), foreign)).rejects.toThrow(
      "closed with 1008",
    );
    const socket = await server.connect(await rows.ticket(clientSession), {});
    socket.ws.terminate();
    await expectNoConnections();
  });

  it("rejects a ticket whose session has ended, was revoked or no longer has a user", async () => {
    const organization = await rows.organization();
    const endedSession = await rows.session(await rows.person({ organizations: [organization] }));
    const revoked = await rows.session(await rows.person({ organizations: [organization] }));
    const idle = await rows.session(await rows.person({ organizations: [organization] }));
    const withoutOrganization = await rows.session(await rows.person());
    await database.query("update session set ended_at = now() where id = $1", [endedSession]);
    await database.query(
      "update device set revoked_at = now() where id = (select device_id from session where id = $1)",
      [revoked],
    );
    await database.query("update session set last_active_at = now() - interval '31 minutes' where id = $1", [
      idle,
    ]);
    for (const id of [endedSession, revoked, idle, withoutOrganization]) {
      await expect(server.connect(await rows.ticket(id))).rejects.toThrow("closed with 1008");
    }
  });

  it("R7w-03 accepts an access token only for a session that was not started by a browser", async () => {
    const person = await rows.person({ organizations: [await rows.organization()] });
    const [browserToken, clientToken] = [makeToken(), makeToken()];
    const browserSession = await rows.session(person);
    server.callers.set(browserToken, { kind: "browser", sessionId: browserSession });
    server.callers.set(clientToken, { kind: "client", sessionId: await rows.session(person, "client") });
    await expect(server.connect(browserToken)).rejects.toThrow("closed with 1008");
    for (const socket of [
      await server.connect(await rows.ticket(browserSession)),
      await server.connect(clientToken, {}),
    ])
      socket.ws.terminate();
    await expectNoConnections();
  });

  it("N72 refuses a demonstration account through a proxy", async () => {
    const demo = await rows.session(
      await rows.person({ organizations: [await rows.organization()], isDemo: true }),
    );
    for (const header of [
      { "x-forwarded-for": "203.0.113.9" },
      { via: "1.1 proxy" },
      { host: "portal.example" },
    ]) {
      await expect(server.connect(await rows.ticket(demo), { ...ownHeaders, ...header })).rejects.toThrow(
        "closed with 1008",
      );
    }
    const socket = await server.connect(await rows.ticket(demo));
    socket.ws.terminate();
    await expectNoConnections();
  });

  it("responds with 404 on other paths and with 503 during a database outage", async () => {
    const url = `ws://127.0.0.1:${server.port}/other?token=${await rows.ticket(session)}`;
    await expect(openSocket(url)).rejects.toThrow("HTTP 404");
    const ticket = await rows.ticket(session);
    await database.refuseConnections();
    await expect(server.connect(ticket)).rejects.toThrow("HTTP 503");
    await database.allowConnections();
    // Broken connections are detected and replaced individually.
    await vi.waitFor(
      async () => {
        const socket = await server.connect(await rows.ticket(session));
        socket.ws.terminate();
      },
      { timeout: 10_000 },
    );
    await expectNoConnections();
  });

  it("tolerates clients that disconnect during it", async () => {
    for (let n = 0; n < 20; n += 1) {
      const raw = connect(server.port, "127.0.0.1");
      await once(raw, "connect");
      raw.write(
        `GET /ws?token=${makeToken()} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      );
      raw.resetAndDestroy();
    }
    const socket = await server.connect(await rows.ticket(session));
    expect(await socket.events()).toEqual([]);
    socket.ws.terminate();
    await expectNoConnections();
  });
});

describe("sockets of many people", () => {
  const open: Awaited<ReturnType<typeof server.connect>>[] = [];
  afterEach(() => {
    for (const { ws } of open.splice(0)) ws.terminate();
  });

  const ticketOf = async (organization: string) =>
    rows.ticket(await rows.session(await rows.person({ organizations: [organization] })));

  async function withHub(
    options: Partial<SocketHubDependencies>,
    act: (hub: typeof server) => Promise<void>,
  ) {
    const hub = await startHub(database, options);
    try {
      await act(hub);
    } finally {
      await hub.stop();
    }
  }

  it("N77 of one organization are limited; other organizations are not affected", async () => {
    const [first, second] = [await rows.organization(), await rows.organization()];
    await withHub({ limits: { perPerson: 9, perOrganization: 3, perNetwork: 9 } }, async (hub) => {
      for (let n = 0; n < 3; n += 1) open.push(await hub.connect(await ticketOf(first)));
      await expect(hub.connect(await ticketOf(first))).rejects.toThrow("closed with 1013");
      open.push(await hub.connect(await ticketOf(second)));
    });
  });

  it("N77 of one network are limited by the address that the trusted proxy reports", async () => {
    const organization = await rows.organization();
    const limits = { perPerson: 9, perOrganization: 9, perNetwork: 2 };
    await withHub({ limits, trustedProxies: 1 }, async (hub) => {
      const from = async (address: string) =>
        hub.connect(await ticketOf(organization), { ...ownHeaders, "x-forwarded-for": address });
      open.push(await from("2001:db8:1:2::1"), await from("203.0.113.1, 2001:db8:1:2::2"));
      await expect(from("2001:db8:1:2::3")).rejects.toThrow("closed with 1013");
      open.push(await from("2001:db8:1:3::1"));
    });
  });

  it("N77 are counted by connection if no proxy is trusted", async () => {
    const organization = await rows.organization();
    await withHub({ limits: { perPerson: 9, perOrganization: 9, perNetwork: 1 } }, async (hub) => {
      const from = async (address: string) =>
        hub.connect(await ticketOf(organization), { ...ownHeaders, "x-forwarded-for": address });
      open.push(await from("203.0.113.1"));
      await expect(from("203.0.113.2")).rejects.toThrow("closed with 1013");
    });
  });
});
