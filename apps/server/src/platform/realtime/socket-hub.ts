import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { warningThresholdMs, websocketHeartbeatMs } from "@praxisportal/contract/limits";
import type { Logger } from "pino";
import { WebSocketServer } from "ws";
import { type Bus, personChangedChannel, organizationChangedChannel } from "./bus.ts";
import { type HandshakeRules, readHandshake, rejectHandshake } from "./handshake.ts";
import type { LiveEvent, LiveEvents } from "./live-events.ts";
import { Rereader } from "./rereader.ts";
import type { SocketAccess, SocketState } from "./socket-access.ts";
import { closeCodes, SocketConnection } from "./socket-connection.ts";
import { SocketIndex, type SocketLimits } from "./socket-index.ts";
import { receiveMessage, type SocketRequests } from "./socket-messages.ts";
import { SocketRevalidation } from "./socket-revalidation.ts";
import { textFrame } from "./text-frame.ts";

export type SocketHubDependencies = HandshakeRules & {
  limits: SocketLimits;
  /** Allowed origins. A browser with any other origin is refused. */
  origins: ReadonlySet<string>;
  bus: Bus;
  live: LiveEvents;
  access: SocketAccess;
  requests: SocketRequests;
  log: Pick<Logger, "warn" | "error">;
  /** Refuses every handshake. */
  maintenance?: boolean;
  /** Interval of pings. A socket that has not responded by the next ping is terminated. */
  heartbeatMs?: number;
  /** Interval for rereading all sessions, to detect those that expire without an event. */
  rereadMs?: number;
};

/** Limit per process, because each socket takes memory. Further clients must connect to another process. */
const connectionsMax = 20_000;

const socketPath = "/ws";
const messageMaxBytes = 65_536;
const handshakeMs = 10_000;
const closeMs = 2_000;

/**
 * Pages are notified of lost updates over one second instead of at once, because each of them then makes several calls.
 */
const announceSteps = 10;
const announceStepMs = 100;
/** Event of an unknown type, on which pages refetch all data. */
const missedFrame = textFrame(
  JSON.stringify({ type: "event", event: "organizationUpdate", data: { type: "updates.missed" } }),
);

/**
 * Websockets of this process at `/ws?token=`. A socket only signals a change, and the page then fetches the data with
 * an ordinary, authorized call.
 */
export class SocketHub {
  readonly #dependencies: SocketHubDependencies;
  readonly #index = new SocketIndex();
  readonly #rereader: Rereader;
  readonly #revalidation: SocketRevalidation;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // This is also required for frames that are built once for all sockets, see SocketConnection.sendFrame.
    perMessageDeflate: false,
    maxPayload: messageMaxBytes,
  });
  readonly #detach: (() => void)[] = [];
  /** Incremented with every change to a person or organization, so that a handshake detects changes during it. */
  #changes = 0;
  #announcing: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(dependencies: SocketHubDependencies) {
    this.#dependencies = dependencies;
    this.#rereader = new Rereader({
      read: (ids) => dependencies.access.reread(ids),
      apply: (id, state) => this.#apply(id, state),
      log: dependencies.log,
    });
    this.#revalidation = new SocketRevalidation({
      sessionIds: () => [...this.#index.sessionIds()],
      findEnded: (ids) => dependencies.access.findEnded(ids),
      reread: (ids) => this.#rereader.mark(ids),
      log: dependencies.log,
    });
    this.#detach.push(
      dependencies.live.subscribe((event) => this.#broadcast(event)),
      dependencies.bus.subscribe(personChangedChannel, ({ personId }) => {
        this.#changes += 1;
        this.#rereader.mark(this.#index.personSessionIds(String(personId)));
      }),
      dependencies.bus.subscribe(organizationChangedChannel, ({ organizationId }) => {
        if (typeof organizationId !== "string") return this.#rereadAll();
        this.#changes += 1;
        this.#rereader.mark(this.#index.memberSessionIds(organizationId));
      }),
      dependencies.bus.onGap(() => {
        this.#changes += 1;
        this.#revalidation.request();
        // While the process is blind, further events may be lost. Its pages refetch after it is connected again.
        if (!dependencies.bus.state().isBlind) this.#announceMissed();
      }),
    );
    const heartbeat = setInterval(() => this.#heartbeat(), dependencies.heartbeatMs ?? websocketHeartbeatMs);
    const reread = setInterval(() => this.#rereadAll(), dependencies.rereadMs ?? 60_000);
    this.#detach.push(
      () => clearInterval(heartbeat),
      () => clearInterval(reread),
      () => clearInterval(this.#announcing),
    );
  }

  /** Number of open sockets. */
  get size(): number {
    return this.#index.connections.size;
  }

  /** Handles the upgrade requests of an HTTP server. */
  attach(server: Server): void {
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      void this.#open(request, socket, head);
    };
    server.on("upgrade", onUpgrade);
    this.#detach.push(() => server.off("upgrade", onUpgrade));
  }

  /**
   * Closes every socket with 1012, so that pages reconnect automatically, and waits up to 2 s for the replies. It must
   * be called before closing the HTTP server, which waits for open connections.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const detach of this.#detach.splice(0)) detach();
    await this.#revalidation.close();
    await this.#rereader.close();
    const open = [...this.#index.connections];
    const closed = Promise.all(open.map(({ ws }) => new Promise((resolve) => ws.once("close", resolve))));
    for (const connection of open) connection.close(closeCodes.restart, "server restarts");
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise((resolve) => {
      timer = setTimeout(resolve, closeMs);
    });
    await Promise.race([closed, timedOut]);
    clearTimeout(timer);
    for (const { ws } of this.#index.connections) ws.terminate();
  }

  async #open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const giveUp = () => socket.destroy();
    // Until the library takes over the socket, a broken connection would raise an unhandled error.
    socket.on("error", giveUp);
    const timer = setTimeout(giveUp, handshakeMs);
    try {
      const handshake = readHandshake(request, this.#dependencies);
      const { path, token, origin, deviceSecret, isForwarded, network } = handshake;
      if (path !== socketPath) return rejectHandshake(socket, 404);
      const { maintenance = false } = this.#dependencies;
      if (maintenance || this.#isClosing || this.size >= connectionsMax) return rejectHandshake(socket, 503);
      if (token === undefined || (origin !== undefined && !this.#dependencies.origins.has(origin))) {
        return this.#reject(request, socket, head);
      }
      const before = this.#changes;
      const proof = { deviceSecret, hasOrigin: origin !== undefined };
      const state = await this.#dependencies.access.openTicket(token, proof);
      // Demonstration accounts work only on this machine, not through a proxy.
      if (state === undefined || (state.isDemo && isForwarded)) {
        return this.#reject(request, socket, head);
      }
      if (socket.destroyed || this.#isClosing) return rejectHandshake(socket, 503);
      this.#server.handleUpgrade(request, socket, head, (ws) => {
        this.#connect(new SocketConnection(ws, socket, state, network));
        if (before !== this.#changes) this.#rereader.mark([state.sessionId]);
      });
    } catch (error) {
      this.#dependencies.log.error({ err: error }, "sockets: a handshake failed");
      rejectHandshake(socket, 503);
    } finally {
      clearTimeout(timer);
      socket.off("error", giveUp);
      // A refused socket may still fail while the response is sent.
      if (!socket.listenerCount("error")) socket.on("error", giveUp);
    }
  }

  /**
   * Accepts the socket and closes it with a reason, because a page cannot distinguish a refused handshake from an
   * unavailable server.
   */
  #reject(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      ws.on("error", () => undefined);
      ws.close(closeCodes.policy, "ticket not accepted");
      setTimeout(() => ws.terminate(), closeMs).unref();
    });
  }

  #connect(connection: SocketConnection): void {
    const { ws } = connection;
    if (!this.#index.hasRoomFor(connection, this.#dependencies.limits)) {
      ws.on("error", () => undefined);
      return connection.close(closeCodes.tryLater, "too many connections");
    }
    this.#index.add(connection);
    connection.send({ type: "auth", ok: true });
    ws.on("close", () => this.#index.remove(connection));
    // The library closes with the appropriate code (1009 for a message that is too large).
    ws.on("error", () => undefined);
    ws.on("pong", () => {
      connection.isAlive = true;
    });
    ws.on("ping", () => this.#count(connection));
    ws.on("message", (data: Buffer, isBinary) => {
      if (!connection.isOpen || !this.#count(connection)) return;
      if (isBinary) return connection.close(closeCodes.notText, "text only");
      receiveMessage(connection, data.toString("utf8"), {
        requests: this.#dependencies.requests,
        renew: (target, token) => this.#renew(target, token),
        log: this.#dependencies.log,
      });
    });
  }

  #count(connection: SocketConnection): boolean {
    const isAllowed = connection.countMessage();
    if (!isAllowed) connection.close(closeCodes.policy, "too many messages");
    return isAllowed;
  }

  async #renew(connection: SocketConnection, token: string): Promise<void> {
    try {
      const state = await this.#dependencies.access.renewTicket(token);
      if (state === undefined) return connection.close(closeCodes.unauthenticated, "token not accepted");
      if (state.sessionId !== connection.state.sessionId) {
        return connection.close(closeCodes.foreignSession, "token of another session");
      }
      // The session is reread through the queue, so that this result does not overwrite a newer change.
      this.#rereader.mark([state.sessionId]);
      connection.send({ type: "auth", ok: true });
    } catch (error) {
      this.#dependencies.log.error({ err: error }, "sockets: a renewal failed");
      connection.send({ type: "error", code: "SERVICE_UNAVAILABLE" });
    }
  }

  #apply(sessionId: string, state: SocketState | undefined): void {
    for (const connection of this.#index.ofSession(sessionId)) {
      if (state) this.#index.update(connection, state);
      else connection.close(closeCodes.unauthenticated, "session has ended");
    }
    // A page that already shows the warning ignores further ones.
    if (state && state.remainingMs <= warningThresholdMs) {
      const { remainingMs } = state;
      this.#broadcast({ event: "sessionExpiryWarning", sessionIds: [sessionId], data: { remainingMs } });
    }
  }

  #broadcast(event: LiveEvent): void {
    const audience = this.#index.audienceOf(event);
    if (audience.length > 0) {
      const frame = textFrame(JSON.stringify({ type: "event", event: event.event, data: event.data }));
      for (const connection of audience) connection.sendFrame(frame);
    }
    if (event.closesSockets && event.organizationId !== undefined) {
      for (const connection of this.#index.ofMembers(event.organizationId))
        connection.close(closeCodes.restart, "organization closed");
    }
    if (event.event !== "forceLogout") return;
    const { reason } = event.data;
    for (const connection of audience)
      connection.close(closeCodes.unauthenticated, typeof reason === "string" ? reason : "signed out");
  }

  /** Requests a refetch from all pages over the next second, because live updates may have been lost. */
  #announceMissed(): void {
    clearInterval(this.#announcing);
    const waiting = [...this.#index.connections];
    const perStep = Math.ceil(waiting.length / announceSteps);
    const announce = () => {
      for (const connection of waiting.splice(0, perStep)) connection.sendFrame(missedFrame);
      if (waiting.length === 0) clearInterval(this.#announcing);
    };
    this.#announcing = setInterval(announce, announceStepMs);
    announce();
  }

  #heartbeat(): void {
    for (const connection of this.#index.connections) {
      if (!connection.isAlive) {
        connection.ws.terminate();
        continue;
      }
      connection.isAlive = false;
      if (connection.isOpen) connection.ws.ping();
    }
  }

  #rereadAll(): void {
    this.#changes += 1;
    this.#rereader.mark(this.#index.sessionIds());
  }
}
