import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { hashToken, makeToken } from "../src/platform/crypto/tokens.ts";
import { quietLog, type TestDatabase } from "./background-database.ts";
import { inTime } from "./in-time.ts";
import type { Caller } from "../src/platform/request-context/caller.ts";
import { LiveEvents } from "../src/platform/realtime/live-events.ts";
import { openBus } from "../src/platform/realtime/bus/open-bus.ts";
import { sessionTimesRequest } from "../src/platform/realtime/session-times-request.ts";
import { checkProof } from "../src/directory/sign-in.policy.ts";
import { createSocketAccess } from "../src/platform/realtime/socket-access.ts";
import { SocketHub, type SocketHubDependencies } from "../src/platform/realtime/socket-hub.ts";

export const ownOrigin = "http://localhost:8080";
const cookie = { name: "portal_8080" };
/** Device secret of every browser session in these tests. The caller resolver does the real check. */
const deviceSecret = "device";
/** Headers sent by a page of a browser session. */
export const ownHeaders = { origin: ownOrigin, cookie: `${cookie.name}=${deviceSecret}` };

/** Inserts people, organizations, sessions and tickets into a test database. */
export function makeRows({ query }: TestDatabase) {
  return {
    async organization(status = "active") {
      const id = randomUUID();
      await query(
        `insert into organization (organization_id, name, practice_code, status, country, time_zone, currency)
         values ($1::uuid, 'Praxis Muster', upper($1::text), $2, 'DE', 'Europe/Berlin', 'EUR')`,
        [id, status],
      );
      return id;
    },
    async person(
      options: { organizations?: readonly string[]; platformRole?: string; isDemo?: boolean } = {},
    ) {
      const id = randomUUID();
      await query(
        `insert into person (id, first_name, last_name, platform_role, is_demo) values ($1, 'Vera', 'Muster', $2, $3)`,
        [id, options.platformRole ?? null, options.isDemo ?? false],
      );
      for (const organization of options.organizations ?? []) {
        await query(
          `insert into membership (organization_id, id, person_id, status, first_name, last_name)
           values ($1, $2, $3, 'active', 'Vera', 'Muster')`,
          [organization, randomUUID(), id],
        );
      }
      return id;
    },
    async session(personId: string, kind = "browser", restriction: string | null = null) {
      const id = randomUUID();
      const deviceId = randomUUID();
      await query("insert into device (id, kind) values ($1, $2)", [deviceId, kind]);
      await query(
        `insert into session (id, person_id, device_id, restriction, absolute_expires_at)
         values ($1, $2, $3, $4, now() + interval '1 day')`,
        [id, personId, deviceId, restriction],
      );
      return id;
    },
    /** @param lifeSeconds Negative for an expired ticket. */
    async ticket(sessionId: string, lifeSeconds = 30) {
      const ticket = makeToken();
      await query(
        `insert into one_time_token (token_hash, purpose, session_id, expires_at)
         values ($1, 'ws_ticket', $2, now() + $3::float8 * interval '1 s')`,
        [hashToken(ticket), sessionId, lifeSeconds],
      );
      return ticket;
    },
  };
}

/** Starts a process with its sockets, which is a real HTTP server on a free port with its own bus. */
export async function startHub(database: TestDatabase, options: Partial<SocketHubDependencies> = {}) {
  const log = quietLog();
  const clock = { now: () => new Date() };
  const bus = openBus({ url: database.appUrl, log, reconnectMs: 20 });
  await bus.start();
  const live = new LiveEvents(bus);
  const callers = new Map<string, Pick<Caller, "kind" | "sessionId">>();
  const access = createSocketAccess({
    ...database,
    clock,
    checkProof: (session) => checkProof(session, { demo: true, offersTwoFactor: true }),
    resolveCaller: async ({ accessToken }) => callers.get(accessToken ?? "") as Caller | undefined,
    resolveSession: async (sessionId, secret) =>
      secret === deviceSecret ? ({ kind: "browser", sessionId } as Caller) : undefined,
  });
  const requests = sessionTimesRequest(access, clock);
  const hub = new SocketHub({
    origins: new Set([ownOrigin]),
    cookie,
    trustedProxies: 0,
    limits: { perPerson: 20, perOrganization: 2_000, perNetwork: 1_000 },
    bus,
    live,
    access,
    requests,
    log,
    ...options,
  });
  const server = createServer();
  hub.attach(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    hub,
    bus,
    live,
    log,
    /** Access tokens that the caller resolver would accept. */
    callers,
    port,
    connect: (token: string, headers: Record<string, string> = ownHeaders) =>
      openSocket(`ws://127.0.0.1:${port}/ws?token=${token}`, headers),
    async stop() {
      await hub.close();
      server.close();
      await once(server, "close");
      await bus.stop();
    },
  };
}

export type TestSocket = Awaited<ReturnType<typeof openSocket>>;

/**
 * Opens a socket and collects the frames received after the acceptance. Rejects with the HTTP status if the handshake
 * is refused, or with the close code if the socket is closed instead of accepted.
 */
export async function openSocket(url: string, headers: Record<string, string> = {}) {
  const ws = new WebSocket(url, { headers });
  const received: Record<string, unknown>[] = [];
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.once("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await new Promise<void>((resolve, reject) => {
    ws.once("message", () => {
      ws.on("message", (data: Buffer) =>
        received.push(JSON.parse(data.toString()) as Record<string, unknown>),
      );
      resolve();
    });
    void closed.then(({ code }) => reject(new Error(`closed with ${code}`)));
    ws.once("unexpected-response", (_request, response) => {
      reject(new Error(`HTTP ${response.statusCode}`));
      ws.terminate();
    });
    ws.on("error", reject);
  });
  return {
    ws,
    received,
    /** Resolves with the close code and reason. Rejects if the socket stays open. */
    get closed() {
      return inTime(closed, "close");
    },
    send: (message: unknown) => ws.send(typeof message === "string" ? message : JSON.stringify(message)),
    /** Returns the events so far, including all that the server sent before this call. */
    async events() {
      const before = received.filter((frame) => frame["type"] === "pong").length;
      ws.send(JSON.stringify({ type: "ping" }));
      while (received.filter((frame) => frame["type"] === "pong").length === before)
        await inTime(once(ws, "message"), "pong");
      return received.filter((frame) => frame["type"] === "event");
    },
    /** Resolves with the next frame that is not an event. */
    async nextReply() {
      for (;;) {
        const [data] = (await inTime(once(ws, "message"), "reply")) as [Buffer];
        const frame = JSON.parse(data.toString()) as Record<string, unknown>;
        if (frame["type"] !== "event") return frame;
      }
    },
  };
}
