// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRealtimeClient } from "./realtime-client.ts";
import type { RealtimeClient } from "./realtime-client.ts";
import { SocketDouble } from "./testing/socket-double.ts";

let sockets: SocketDouble[];
let states: string[];
let events: [string, unknown][];
let ticket: () => Promise<string>;
let client: RealtimeClient;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  events = [];
  let tickets = 0;
  ticket = async () => `ticket-${++tickets}`;
  client = createRealtimeClient({
    ticket: () => ticket(),
    isRefusal: (error) => error === "refused",
    open: (value) => {
      const socket = new SocketDouble(value);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    emit: (event, data) => events.push([event, data]),
    onState: (state) => states.push(state),
  });
});

afterEach(() => vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

function last(): SocketDouble {
  const socket = sockets.at(-1);
  if (!socket) throw new Error("no socket was opened");
  return socket;
}

async function connected(): Promise<SocketDouble> {
  client.connect();
  await settle();
  last().accept();
  return last();
}

describe("states", () => {
  it("R4-82 passes through connecting, connected, closing and disconnected", async () => {
    const socket = await connected();
    client.disconnect();
    socket.end(1000);
    expect(states).toEqual(["connecting", "connected", "closing", "disconnected"]);
    expect(socket.closedWith).toBe(1000);
  });

  it("opens only one connection for repeated calls", async () => {
    client.connect();
    client.connect();
    await settle();
    last().accept();
    client.connect();
    await settle();
    expect(sockets).toHaveLength(1);
  });

  it("ignores events of a previous connection", async () => {
    const former = await connected();
    client.disconnect();
    client.connect();
    await settle();
    last().accept();
    former.end(1006);
    former.deliver({ type: "event", event: "userUpdate", data: {} });
    expect(states.at(-1)).toBe("connected");
    expect(events).toEqual([]);
  });

  it("does not open a connection for a ticket that arrives after the sign-out", async () => {
    client.connect();
    client.disconnect();
    await settle();
    expect(sockets).toHaveLength(0);
    expect(states.at(-1)).toBe("disconnected");
  });
});

describe("reconnection", () => {
  it.each([1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013, 1014, 1015, 3000, 4000, 4401, 4403])(
    "R4-83 reconnects after a close with code %i",
    async (code) => {
      (await connected()).end(code);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(sockets).toHaveLength(2);
    },
  );

  it.each([1000, 1001])("R4-84 does not reconnect after a close with code %i", async (code) => {
    (await connected()).end(code);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe("disconnected");
  });

  it("R4-85 R4-86 R9-04 R9-05 makes 5 attempts with doubling delays, then gives up", async () => {
    (await connected()).end(1006);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const before = sockets.length;
      let waited = 0;
      while (sockets.length === before) {
        await vi.advanceTimersByTimeAsync(500);
        waited += 500;
      }
      waits.push(waited);
      expect(events).toEqual([]);
      // The server opens the socket before it checks the ticket.
      last().open();
      last().end(1006);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(events).toEqual([["reconnectFailed", { attempts: 5 }]]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sockets).toHaveLength(6);
  });

  it("R9-04 never waits longer than 30000 ms", async () => {
    const { reconnectDelayMs } = await import("./reconnect-rule.ts");
    expect([1, 5, 6, 12].map(reconnectDelayMs)).toEqual([1_000, 16_000, 30_000, 30_000]);
  });

  it("requests a fresh ticket each time and resets the count after a success", async () => {
    (await connected()).end(1006);
    await vi.advanceTimersByTimeAsync(1_000);
    last().accept();
    last().end(1006);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sockets.map((socket) => socket.ticket)).toEqual(["ticket-1", "ticket-2", "ticket-3"]);
  });

  it("R9-05 counts an attempt that the server opens and closes with 1008 as failed", async () => {
    client.connect();
    await settle();
    for (let attempt = 0; attempt <= 5; attempt += 1) {
      last().open();
      last().end(1008);
      await vi.advanceTimersByTimeAsync(16_000);
    }
    expect(states).not.toContain("connected");
    expect(sockets).toHaveLength(6);
    expect(events.at(-1)).toEqual(["reconnectFailed", { attempts: 5 }]);
  });

  it("N77 gives up after five attempts while the server refuses further sockets", async () => {
    client.connect();
    await settle();
    for (let attempt = 0; attempt <= 5; attempt += 1) {
      last().open();
      last().end(1013);
      await vi.advanceTimersByTimeAsync(16_000);
    }
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sockets).toHaveLength(6);
    expect(events.at(-1)).toEqual(["reconnectFailed", { attempts: 5 }]);
  });

  it("counts a failed ticket request as an attempt", async () => {
    ticket = () => Promise.reject(new Error("offline"));
    client.connect();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(events).toEqual([["reconnectFailed", { attempts: 5 }]]);
  });

  it("resumes only after it has given up, not between attempts", async () => {
    (await connected()).end(1006);
    client.resume();
    await settle();
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    last().end(1001);
    client.resume();
    await settle();
    expect(sockets).toHaveLength(3);
  });
});

describe("heartbeat", () => {
  it("R9-03 pings every 30000 ms while the server responds", async () => {
    const socket = await connected();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(socket.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.sent).toEqual([{ type: "ping" }]);
    socket.deliver({ type: "pong" });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(socket.sent).toEqual([{ type: "ping" }, { type: "ping" }]);
  });

  it("drops a silent connection and reconnects", async () => {
    const socket = await connected();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.closedWith).toBe(4000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sockets).toHaveLength(2);
  });

  it("R7w-06 answers a ping with pong", async () => {
    const socket = await connected();
    socket.deliver({ type: "ping" });
    expect(socket.sent).toEqual([{ type: "pong" }]);
  });
});

describe("messages", () => {
  it("R4-87 R4-88 queues messages without a connection and sends them in order on connect", async () => {
    const frame = (requestId: string) => ({ type: "request", requestId, requestType: "a", data: 1 }) as const;
    client.send(frame("a"));
    client.send(frame("b"));
    client.connect();
    await settle();
    last().open();
    expect(last().sent).toEqual([]);
    last().deliver({ type: "auth", ok: true });
    expect(last().sent).toEqual([frame("a"), frame("b")]);
    client.send(frame("c"));
    expect(last().sent).toHaveLength(3);
    // A connection that is lost later is no different.
    last().end(1006);
    client.send(frame("d"));
    client.send(frame("e"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sockets).toHaveLength(2);
    last().accept();
    expect(last().sent).toEqual([frame("d"), frame("e")]);
  });

  it("R0-59 R4-87 keeps all messages, even more than 40, except tickets and requests that timed out", async () => {
    client.request("late", null).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(30_000);
    client.send({ type: "auth", token: "secret" });
    const request = (n: number) =>
      client.send({ type: "request", requestId: String(n), requestType: "a", data: null });
    for (let n = 1; n <= 90; n += 1) request(n);
    const { sent } = await connected();
    const ids = () => sent.map((frame) => (frame as { requestId: string }).requestId);
    // Sends at most as many at once as the server accepts.
    expect(ids()).toHaveLength(40);
    request(91);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ids()).toHaveLength(80);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ids()).toEqual(Array.from({ length: 91 }, (_none, index) => String(index + 1)));
  });

  it("R7w-07 matches responses to requests by requestId", async () => {
    const socket = await connected();
    const first = client.request("usage", { period: "current" });
    const second = client.request("usage", { period: "month" });
    const [firstFrame, secondFrame] = socket.sent as { requestId: string }[];
    expect(firstFrame).toMatchObject({ type: "request", requestType: "usage", data: { period: "current" } });
    socket.deliver({ type: "response", requestId: secondFrame?.requestId, data: 2 });
    socket.deliver({ type: "response", requestId: firstFrame?.requestId, data: 1 });
    await expect(first).resolves.toBe(1);
    await expect(second).resolves.toBe(2);
  });

  it("rejects a request that the server rejected", async () => {
    const socket = await connected();
    const response = client.request("nonsense", null);
    const [frame] = socket.sent as { requestId: string }[];
    socket.deliver({ type: "response", requestId: frame?.requestId, error: { code: "NOT_FOUND" } });
    await expect(response).rejects.toMatchObject({ reason: "refused", details: { code: "NOT_FOUND" } });
  });

  it("R9-06 a request times out after 30000 ms", async () => {
    await connected();
    const outcome = vi.fn();
    client.request("usage", null).catch(outcome);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome.mock.calls[0]?.[0]).toMatchObject({ reason: "timeout" });
  });

  it("fails pending requests and clears the queue when it is closed for good", async () => {
    const response = client.request("usage", null).catch((error: unknown) => error);
    client.disconnect();
    expect(await response).toMatchObject({ reason: "closed" });
    expect((await connected()).sent).toEqual([]);
  });

  it("R7w-05 renews the authentication with a fresh ticket, without a new connection", async () => {
    const socket = await connected();
    await client.renewAuth();
    expect(socket.sent).toEqual([{ type: "auth", token: "ticket-2" }]);
    expect(sockets).toHaveLength(1);
  });
});

describe("events", () => {
  it.each([
    "notification",
    "usageUpdate",
    "organizationUpdate",
    "userUpdate",
    "systemAlert",
    "aiEvent",
    "billingEvent",
    "forceLogout",
    "sessionExpiryWarning",
  ])("emits %s with its data", async (event) => {
    (await connected()).deliver({ type: "event", event, data: { id: "1" } });
    expect(events).toEqual([[event, { id: "1" }]]);
  });

  it.each(["{", "[]", '{"type":"event","event":"toString"}', '{"type":"future"}', '{"type":"response"}'])(
    "ignores unknown messages: %s",
    async (frame) => {
      (await connected()).deliver(frame);
      expect(events).toEqual([]);
      expect(states.at(-1)).toBe("connected");
    },
  );

  it("R7w-17 emits an event for each kind of failed authentication", async () => {
    const socket = await connected();
    socket.deliver({ type: "auth", ok: false });
    // Policy violation, and the server's own codes for an invalid ticket and an ended session.
    for (const code of [1008, 4401, 4403]) {
      last().end(code);
      await vi.advanceTimersByTimeAsync(1_000);
      last().accept();
    }
    ticket = () => Promise.reject("refused");
    last().end(1006);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events).toEqual([
      ["authFailed", { code: "RENEWAL_REFUSED" }],
      ["authFailed", { code: 1008 }],
      ["authFailed", { code: 4401 }],
      ["authFailed", { code: 4403 }],
      ["authFailed", { code: "TICKET_REFUSED" }],
    ]);
  });

  it("R7w-18 emits an event for an error the server reports or closes with", async () => {
    const socket = await connected();
    socket.deliver({ type: "error", code: "INTERNAL_ERROR" });
    for (const code of [1011, 1012, 1013, 1014]) {
      last().end(code);
      await vi.advanceTimersByTimeAsync(1_000);
      last().accept();
    }
    expect(events).toEqual([
      ["serverError", { type: "error", code: "INTERNAL_ERROR" }],
      ["serverError", { code: 1011 }],
      ["serverError", { code: 1012 }],
      ["serverError", { code: 1013 }],
      ["serverError", { code: 1014 }],
    ]);
  });
});
