import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/background-database.ts";
import { makeToken } from "../crypto/tokens.ts";
import { type Bus, organizationChangedChannel, personChangedChannel } from "./bus.ts";
import { makeRows, startHub, type TestSocket } from "../../../test/socket-client.ts";

let database: TestDatabase;
let rows: ReturnType<typeof makeRows>;
let server: Awaited<ReturnType<typeof startHub>>;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  rows = makeRows(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  server = await startHub(database);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.ws.terminate();
  await server.stop();
});

async function open(sessionId: string, at = server) {
  const socket = await at.connect(await rows.ticket(sessionId));
  sockets.push(socket);
  return socket;
}

async function openFor(options: Parameters<typeof rows.person>[0]) {
  const personId = await rows.person(options);
  const sessionId = await rows.session(personId);
  return { personId, sessionId, socket: await open(sessionId) };
}

describe("lost updates", () => {
  /** Starts a hub whose bus reports a gap on request. */
  async function startWithGaps() {
    const gap = { isBlind: false, report: () => {} };
    const started = await startHub(database, {
      bus: {
        ...quietBus,
        state: () => ({ driver: "postgres", isConnected: true, isBlind: gap.isBlind, peers: 1, gaps: 0 }),
        onGap: (handler) => {
          gap.report = handler;
          return () => {};
        },
      },
    });
    return { gap, started };
  }
  const quietBus: Bus = {
    publish: () => {},
    sent: async () => {},
    subscribe: () => () => {},
    onGap: () => () => {},
    state: () => ({ driver: "postgres", isConnected: true, isBlind: false, peers: 0, gaps: 0 }),
    start: async () => {},
    stop: async () => {},
  };

  it("see R0-228 make every page reload its data after a gap, but not while the process is blind", async () => {
    const { gap, started } = await startWithGaps();
    try {
      const personId = await rows.person({ organizations: [await rows.organization()] });
      const pages = await Promise.all(
        Array.from({ length: 12 }, async () => open(await rows.session(personId), started)),
      );
      gap.isBlind = true;
      gap.report();
      gap.isBlind = false;
      gap.report();
      const missedUpdates = { type: "event", event: "organizationUpdate", data: { type: "updates.missed" } };
      for (const page of pages)
        await eventually(async () => expect(await page.events()).toEqual([missedUpdates]));
    } finally {
      await started.stop();
    }
  });
});

describe("messages", () => {
  let socket: TestSocket;
  let sessionId: string;
  beforeEach(async () => {
    ({ socket, sessionId } = await openFor({ organizations: [await rows.organization()] }));
  });

  it("R7w-06 include a ping, which gets a pong", async () => {
    socket.send({ type: "ping" });
    expect(await socket.nextReply()).toEqual({ type: "pong" });
  });

  it("R7w-05 renew the socket with a fresh ticket of the same session", async () => {
    socket.send({ type: "auth", token: await rows.ticket(sessionId) });
    expect(await socket.nextReply()).toEqual({ type: "auth", ok: true });
    expect(socket.ws.readyState).toBe(socket.ws.OPEN);
  });

  it("R7w-04 with a ticket of another session close the socket with 4403, even for the same person", async () => {
    const [owner] = await database.query<{ person_id: string }>(
      "select person_id from session where id = $1",
      [sessionId],
    );
    socket.send({ type: "auth", token: await rows.ticket(await rows.session(owner?.person_id ?? "")) });
    expect(await socket.closed).toMatchObject({ code: 4403 });
  });

  it("see R7w-03 R7w-04 closes with 4401 on a used or expired ticket and on a browser's access token", async () => {
    const usedTicket = await rows.ticket(sessionId);
    socket.send({ type: "auth", token: usedTicket });
    expect(await socket.nextReply()).toEqual({ type: "auth", ok: true });
    socket.send({ type: "auth", token: usedTicket });
    expect(await socket.closed).toMatchObject({ code: 4401 });
    const second = await open(sessionId);
    second.send({ type: "auth", token: await rows.ticket(sessionId, -1) });
    expect(await second.closed).toMatchObject({ code: 4401 });
    const third = await open(sessionId);
    const accessToken = makeToken();
    server.callers.set(accessToken, { kind: "browser", sessionId });
    third.send({ type: "auth", token: accessToken });
    expect(await third.closed).toMatchObject({ code: 4401 });
  });

  it("R7w-07 with a request get a response with its requestId", async () => {
    socket.send({ type: "request", requestId: "r1", requestType: "session.times", data: {} });
    const response = await socket.nextReply();
    expect(response).toMatchObject({ type: "response", requestId: "r1" });
    const data = response["data"] as Record<string, string>;
    const [idle, absolute, now] = ["idleExpiresAt", "absoluteExpiresAt", "serverTime"].map((name) =>
      Date.parse(data[name] ?? ""),
    ) as [number, number, number];
    expect(idle).toBeGreaterThan(now);
    expect(absolute).toBeGreaterThan(idle);
  });

  it("see R7w-07 pass the data of a request to its handler", async () => {
    const echoing = await startHub(database, { requests: { echo: async (_state, data) => ({ data }) } });
    try {
      const echoed = await open(sessionId, echoing);
      const data = { period: "month", pages: [1, 2], note: null };
      echoed.send({ type: "request", requestId: "r4", requestType: "echo", data });
      expect(await echoed.nextReply()).toEqual({ type: "response", requestId: "r4", data: { data } });
    } finally {
      await echoing.stop();
    }
  });

  it("with an unknown request type or a failing request get an error code", async () => {
    for (const requestType of ["no.such", "toString", "__proto__"]) {
      socket.send({ type: "request", requestId: "r2", requestType, data: null });
      expect(await socket.nextReply()).toEqual({
        type: "response",
        requestId: "r2",
        error: { code: "NOT_FOUND" },
      });
    }
    await database.query("update session set ended_at = now() where id = $1", [sessionId]);
    socket.send({ type: "request", requestId: "r3", requestType: "session.times" });
    expect(await socket.nextReply()).toEqual({
      type: "response",
      requestId: "r3",
      error: { code: "SESSION_EXPIRED" },
    });
  });

  it.each([
    { type: "subscribe" },
    {},
    { type: "auth" },
    { type: "auth", token: 7 },
    { type: "request", requestType: "session.times" },
    { type: "request", requestId: "x".repeat(101), requestType: "session.times" },
    { type: "request", requestId: "r", requestType: 1 },
  ])("such as %j get an error, and the socket stays open", async (message) => {
    socket.send(message);
    expect(await socket.nextReply()).toEqual({ type: "error", code: "VALIDATION_FAILED" });
    expect(await socket.events()).toEqual([]);
  });

  it.each(["{", "", "[]", "7", "null", '"ping"'])(
    "such as the malformed %j close the socket with 1008",
    async (text) => {
      socket.send(text);
      expect(await socket.closed).toMatchObject({ code: 1008 });
    },
  );

  it("close the socket with 1003 if they are binary and with 1009 if they exceed 64 KiB", async () => {
    socket.ws.send(Buffer.from('{"type":"ping"}'));
    expect(await socket.closed).toMatchObject({ code: 1003 });
    const second = await open(sessionId);
    second.send({ type: "ping", padding: "x".repeat(65_536) });
    expect(await second.closed).toMatchObject({ code: 1009 });
    const third = await open(sessionId);
    third.send({ type: "ping", padding: "x".repeat(65_000) });
    expect(await third.nextReply()).toEqual({ type: "pong" });
  });

  it("are accepted up to 50 at once, and the next one closes the socket with 1008", async () => {
    for (let n = 0; n < 50; n += 1) socket.send({ type: "ping" });
    await eventually(() => expect(socket.received).toHaveLength(50));
    socket.send({ type: "ping" });
    expect(await socket.closed).toMatchObject({ code: 1008 });
    expect(socket.received).toHaveLength(50);
  });

  it("include ping frames in their count", async () => {
    for (let n = 0; n < 51; n += 1) socket.ws.ping();
    expect(await socket.closed).toMatchObject({ code: 1008 });
  });
});

describe("events", () => {
  it("of an organization are sent only to its members and platform accounts", async () => {
    const [here, elsewhere] = [await rows.organization(), await rows.organization()];
    const member = await openFor({ organizations: [here, elsewhere] });
    const platform = await openFor({ platformRole: "super_admin" });
    const outsider = await openFor({ organizations: [elsewhere] });
    server.live.publish({ event: "userUpdate", organizationId: here, data: { userId: "u1" } });
    const frame = { type: "event", event: "userUpdate", data: { userId: "u1" } };
    expect(await member.socket.events()).toEqual([frame]);
    expect(await platform.socket.events()).toEqual([frame]);
    expect(await outsider.socket.events()).toEqual([]);
  });

  it.each([
    ["see R7w-09", "usageUpdate"],
    ["R7w-10", "organizationUpdate"],
    ["see R7w-13", "aiEvent"],
    ["R7w-14", "billingEvent"],
  ] as const)(
    "%s %s for an organization or a person is sent only to its members or that person",
    async (_id, event) => {
      const [here, elsewhere] = [await rows.organization(), await rows.organization()];
      const [member, colleague] = [
        await openFor({ organizations: [here] }),
        await openFor({ organizations: [here] }),
      ];
      const outsider = await openFor({ organizations: [elsewhere] });
      server.live.publish({ event, organizationId: here, data: { n: 1 } });
      server.live.publish({ event, organizationId: here, personId: member.personId, data: { n: 2 } });
      const receivedEvents = async ({ socket }: { socket: TestSocket }) =>
        (await socket.events()).map((frame) => [frame["event"], (frame["data"] as { n: number }).n]);
      expect(await receivedEvents(member)).toEqual([
        [event, 1],
        [event, 2],
      ]);
      expect(await receivedEvents(colleague)).toEqual([[event, 1]]);
      expect(await receivedEvents(outsider)).toEqual([]);
    },
  );

  it("of a person are sent to all their sessions, and events for sessions only to these", async () => {
    const organization = await rows.organization();
    const ownSocket = await openFor({ organizations: [organization] });
    const otherSessionId = await rows.session(ownSocket.personId);
    const otherSocket = await open(otherSessionId);
    const colleague = await openFor({ organizations: [organization] });
    server.live.publish({ event: "notification", personId: ownSocket.personId, data: { id: "n1" } });
    server.live.publish({ event: "notification", sessionIds: [otherSessionId], data: { id: "n2" } });
    server.live.publish({
      event: "notification",
      personId: ownSocket.personId,
      organizationId: await rows.organization(),
      data: { id: "not a member" },
    });
    const ids = async (socket: TestSocket) =>
      (await socket.events()).map((frame) => (frame["data"] as { id: string }).id);
    expect(await ids(ownSocket.socket)).toEqual(["n1"]);
    expect(await ids(otherSocket)).toEqual(["n1", "n2"]);
    expect(await ids(colleague.socket)).toEqual([]);
  });

  it("without a recipient are sent to all users only if they are a systemAlert", async () => {
    const user = await openFor({ organizations: [await rows.organization()] });
    server.live.publish({ event: "usageUpdate", data: {} });
    server.live.publish({ event: "systemAlert", data: { code: "maintenance" } });
    expect(await user.socket.events()).toEqual([
      { type: "event", event: "systemAlert", data: { code: "maintenance" } },
    ]);
  });

  it("see R7w-13 with broadcast are sent to members and platform accounts", async () => {
    const operator = await openFor({ platformRole: "admin" });
    const member = await openFor({ organizations: [await rows.organization()] });
    server.live.publish({ event: "aiEvent", broadcast: true, data: { cause: "provider_updated" } });
    expect(await operator.socket.events()).toHaveLength(1);
    expect(await member.socket.events()).toHaveLength(1);
  });

  it("see R7w-12 for the platform are sent only to its accounts", async () => {
    const operator = await openFor({ platformRole: "admin" });
    const member = await openFor({ organizations: [await rows.organization()] });
    server.live.publish({ event: "systemAlert", platformOnly: true, data: { id: "jobFailed" } });
    expect(await operator.socket.events()).toHaveLength(1);
    expect(await member.socket.events()).toEqual([]);
  });

  it("of type forceLogout send the reason and close the socket with 4401, on other processes too", async () => {
    const otherHub = await startHub(database);
    const { socket, sessionId } = await openFor({ organizations: [await rows.organization()] });
    const bystander = await openFor({ organizations: [await rows.organization()] });
    otherHub.live.publish({ event: "forceLogout", sessionIds: [sessionId], data: { reason: "revoked" } });
    expect(await socket.closed).toEqual({ code: 4401, reason: "revoked" });
    expect(socket.received).toEqual([{ type: "event", event: "forceLogout", data: { reason: "revoked" } }]);
    expect(await bystander.socket.events()).toEqual([]);
    await otherHub.stop();
  });

  it("of type forceLogout for an organization do not affect platform accounts, which only observe it", async () => {
    const organization = await rows.organization();
    const member = await openFor({ organizations: [organization] });
    const platform = await openFor({ platformRole: "super_admin" });
    server.live.publish({
      event: "forceLogout",
      organizationId: organization,
      data: { reason: "suspended" },
    });
    expect(await member.socket.closed).toMatchObject({ code: 4401 });
    expect(await platform.socket.events()).toEqual([]);
  });

  it("of any size arrive completely at many sockets, even between responses", async () => {
    const organization = await rows.organization();
    const many = await Promise.all(
      Array.from({ length: 20 }, () => openFor({ organizations: [organization] })),
    );
    // The lengths are around the limits of the frame header. They are too large for the bus, so the process keeps the
    // event.
    for (const length of [1, 60, 125, 126, 200, 5_000]) {
      for (const { socket } of many) socket.send({ type: "ping" });
      server.live.publish({
        event: "aiEvent",
        organizationId: organization,
        data: { text: "ü".repeat(length / 2) },
      });
    }
    for (const { socket } of many) {
      const texts = (await socket.events()).map((frame) => (frame["data"] as { text: string }).text.length);
      expect(texts).toEqual([0, 30, 62, 63, 100, 2_500]);
    }
  });
});

describe("changed rights", () => {
  const publishChange = (personId: string, at = server) => at.bus.publish(personChangedChannel, { personId });

  async function receives(socket: TestSocket, organizationId: string) {
    const before = (await socket.events()).length;
    server.live.publish({ event: "organizationUpdate", organizationId, data: { id: crypto.randomUUID() } });
    return (await socket.events()).length > before;
  }

  it("see R7n-22 of an organization are applied only for its members, including those without access before", async () => {
    const [works, suspended, unrelated] = [
      await rows.organization(),
      await rows.organization("suspended"),
      await rows.organization(),
    ];
    const member = await openFor({ organizations: [works, suspended] });
    const outsider = await openFor({ organizations: [unrelated] });
    await database.query("update session set ended_at = now() where id = $1", [outsider.sessionId]);
    await database.query("update organization set status = 'active' where organization_id = $1", [suspended]);
    expect(await receives(member.socket, suspended)).toBe(false);
    server.bus.publish(organizationChangedChannel, { organizationId: suspended });
    await eventually(async () => expect(await receives(member.socket, suspended)).toBe(true));
    outsider.socket.send({ type: "ping" });
    expect(await outsider.socket.nextReply()).toEqual({ type: "pong" });
    server.bus.publish(organizationChangedChannel, {});
    expect(await outsider.socket.closed).toMatchObject({ code: 4401 });
  });

  it("by the end of a membership stop the events of that organization, even if another process ended it", async () => {
    const otherHub = await startHub(database);
    const [lost, kept] = [await rows.organization(), await rows.organization()];
    const { socket, personId } = await openFor({ organizations: [lost, kept] });
    expect(await receives(socket, lost)).toBe(true);
    await database.query(
      "update membership set blocked_at = now() where person_id = $1 and organization_id = $2",
      [personId, lost],
    );
    publishChange(personId, otherHub);
    await eventually(async () => expect(await receives(socket, lost)).toBe(false));
    expect(await receives(socket, kept)).toBe(true);
    await otherHub.stop();
  });

  it("by a new membership make its events visible", async () => {
    const [first, second] = [await rows.organization(), await rows.organization()];
    const { socket, personId } = await openFor({ organizations: [first] });
    await database.query("update membership set organization_id = $2 where person_id = $1", [
      personId,
      second,
    ]);
    publishChange(personId);
    await eventually(async () => expect(await receives(socket, second)).toBe(true));
    expect(await receives(socket, first)).toBe(false);
  });

  it("exclude members of a suspended organization from its events", async () => {
    const { socket } = await openFor({
      organizations: [await rows.organization("suspended"), await rows.organization()],
    });
    const [row] = await database.query<{ id: string }>(
      "select organization_id as id from organization where status = 'suspended' limit 1",
    );
    expect(await receives(socket, row?.id ?? "")).toBe(false);
  });

  it("exclude a restricted session from the events of its organization", async () => {
    const organization = await rows.organization();
    const personId = await rows.person({ organizations: [organization], platformRole: "super_admin" });
    const socket = await open(await rows.session(personId, "browser", "password_change"));
    expect(await receives(socket, organization)).toBe(false);
  });

  it("close an ended session with 4401 and keep other sessions of the person open", async () => {
    const { socket, personId, sessionId } = await openFor({ organizations: [await rows.organization()] });
    const staying = await open(await rows.session(personId));
    await database.query("update session set ended_at = now() where id = $1", [sessionId]);
    publishChange(personId);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect(await staying.events()).toEqual([]);
  });

  it("are not missed during the handshake", async () => {
    const personId = await rows.person({ organizations: [await rows.organization()] });
    const sessionId = await rows.session(personId);
    const ticket = await rows.ticket(sessionId);
    // Depending on the timing, the socket is refused, or opened and closed at once.
    const opening = server.connect(ticket).then(
      (socket) => socket.closed,
      () => ({ code: 4401 }),
    );
    await database.query("update session set ended_at = now() where id = $1", [sessionId]);
    publishChange(personId);
    expect(await opening).toMatchObject({ code: 4401 });
    await eventually(() => expect(server.hub.size).toBe(0));
  });

  it("by expiry without an event close the session at the next regular check", async () => {
    const hub = await startHub(database, { rereadMs: 20 });
    const sessionId = await rows.session(await rows.person({ organizations: [await rows.organization()] }));
    const socket = await open(sessionId, hub);
    await database.query("update session set absolute_expires_at = now() where id = $1", [sessionId]);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    await hub.stop();
  });

  it("R7w-16 see R9-12 by expiry are announced by the regular check to sessions that end within five minutes", async () => {
    const hub = await startHub(database, { rereadMs: 20 });
    const person = await rows.person({ organizations: [await rows.organization()] });
    const [ending, lasting] = [await rows.session(person), await rows.session(person)];
    const [ended, continuing] = [await open(ending, hub), await open(lasting, hub)];
    const ends = (minutes: number) =>
      database.query(
        "update session set last_active_at = now() - make_interval(mins => 30 - $2) where id = $1",
        [ending, minutes],
      );
    await ends(6);
    expect(await ended.events()).toEqual([]);
    await ends(4);
    await eventually(() => expect(ended.received.at(-1)).toMatchObject({ event: "sessionExpiryWarning" }));
    const [{ data }] = ended.received.slice(-1) as [{ data: { remainingMs: number } }];
    const { remainingMs } = data;
    expect(remainingMs).toBeGreaterThan(3 * 60_000);
    // The clock of the database may be slightly ahead of that of the process.
    expect(remainingMs).toBeLessThanOrEqual(4 * 60_000 + 1_000);
    expect(await continuing.events()).toEqual([]);
    await hub.stop();
  });

  it("during a bus outage take effect after the reconnect", async () => {
    const { socket, sessionId } = await openFor({ organizations: [await rows.organization()] });
    // No message announces this change, so only the reconnection reveals it.
    await database.query("update session set ended_at = now() where id = $1", [sessionId]);
    expect(await socket.events()).toEqual([]);
    await database.refuseConnections();
    await database.allowConnections();
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });
});

describe("connections", () => {
  it("of clients that do not respond are terminated, and the others stay open", async () => {
    const hub = await startHub(database, { heartbeatMs: 100 });
    const sessionId = await rows.session(await rows.person({ organizations: [await rows.organization()] }));
    const aliveSocket = await open(sessionId, hub);
    const deadSocket = await open(sessionId, hub);
    // The client reads no data, so it does not respond to pings.
    deadSocket.ws.pause();
    await vi.waitFor(() => expect(hub.hub.size).toBe(1), { timeout: 5_000 });
    expect(aliveSocket.ws.readyState).toBe(aliveSocket.ws.OPEN);
    await hub.stop();
  });

  it("of a client that reads too slowly are dropped", async () => {
    const organization = await rows.organization();
    const slow = await openFor({ organizations: [organization] });
    const quick = await openFor({ organizations: [organization] });
    slow.socket.ws.pause();
    await vi.waitFor(
      () => {
        for (let n = 0; n < 200; n += 1) {
          server.live.publish({
            event: "aiEvent",
            organizationId: organization,
            data: { n, text: "x".repeat(6_000) },
          });
        }
        expect(server.hub.size).toBe(1);
      },
      { timeout: 20_000, interval: 10 },
    );
    expect(quick.socket.ws.readyState).toBe(quick.socket.ws.OPEN);
  });

  it("are closed with 1012 when the server stops, so that the HTTP server can close and pages reconnect", async () => {
    const hub = await startHub(database);
    const sessionId = await rows.session(await rows.person({ organizations: [await rows.organization()] }));
    const [first, second] = [await open(sessionId, hub), await open(sessionId, hub)];
    await hub.stop();
    expect(await first.closed).toMatchObject({ code: 1012 });
    expect(await second.closed).toMatchObject({ code: 1012 });
    expect(hub.hub.size).toBe(0);
  });
});
