import { websocketReconnectAttempts } from "@praxisportal/contract/limits";
import type { EventData, IncomingFrame, OutgoingFrame } from "./frames.ts";
import { readFrame } from "./frames.ts";
import { heartbeat } from "./heartbeat.ts";
import { pendingRequests } from "./pending-requests.ts";
import type { RealtimeEvent, RealtimeState } from "./realtime-events.ts";
import { isAuthFailure, isReconnecting, isServerError, reconnectDelayMs } from "./reconnect-rule.ts";

/** Dependencies of the client. */
export type RealtimeWorld = {
  /** Returns a new single-use ticket for an attempt. Rejects if the server issues none. */
  readonly ticket: () => Promise<string>;
  /** Returns whether the server rejected the request for a ticket, as opposed to not responding. */
  readonly isRefusal: (error: unknown) => boolean;
  readonly open: (ticket: string) => WebSocket;
  readonly emit: (event: RealtimeEvent, data: EventData) => void;
  readonly onState: (state: RealtimeState) => void;
};

export type RealtimeClient = {
  /** Connects and resets the attempt counter. Does nothing while connected or connecting. */
  connect: () => void;
  /** Connects if the client has given up. Does nothing while an attempt is running or scheduled. */
  resume: () => void;
  /** Closes without reconnecting. Pending requests fail, queued messages are dropped. */
  disconnect: () => void;
  /** Sends a frame now, or as soon as there is a connection. */
  send: (frame: OutgoingFrame) => void;
  /**
   * Sends a request over the WebSocket. @throws RealtimeRequestError after 30 s, when the connection is closed, or when
   * the server rejects the request.
   */
  request: (requestType: string, data: unknown) => Promise<unknown>;
  /** Re-authenticates an open connection with a new ticket. */
  renewAuth: () => Promise<void>;
};

const normalClose = 1000;
/** Queued messages are sent in bursts, because the server accepts at most 50 within any 5 s. */
const burstLength = 40;
const burstPauseMs = 5_000;
/** A private close code, because a page may not use 1006. */
const deadConnectionClose = 4000;

/**
 * Creates a live connection that reconnects automatically. The rules are in sections 4, 7 and 9 of the specification.
 */
export function createRealtimeClient(context: RealtimeWorld): RealtimeClient {
  const requests = pendingRequests();
  const pulse = heartbeat(() => transmit({ type: "ping" }), closeStaleConnection);
  let state: RealtimeState = "disconnected";
  let socket: WebSocket | null = null;
  let queue: OutgoingFrame[] = [];
  let nextBurst: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** Counts connections, so that late events of a previous connection are ignored. */
  let generation = 0;

  function change(next: RealtimeState): void {
    if (state === next) return;
    state = next;
    context.onState(next);
  }

  async function attempt(): Promise<void> {
    const ownGeneration = ++generation;
    change("connecting");
    let ticket: string;
    try {
      ticket = await context.ticket();
    } catch (error) {
      if (ownGeneration !== generation) return;
      if (context.isRefusal(error)) context.emit("authFailed", { code: "TICKET_REFUSED" });
      return handleFailure();
    }
    if (ownGeneration !== generation) return;
    const newSocket = context.open(ticket);
    socket = newSocket;
    newSocket.addEventListener("open", () => ownGeneration === generation && pulse.start());
    newSocket.addEventListener("message", (message) => ownGeneration === generation && receive(message.data));
    newSocket.addEventListener("close", (event) => ownGeneration === generation && handleClose(event.code));
  }

  function handleConnected(): void {
    attempts = 0;
    change("connected");
    flush();
  }

  function flush(): void {
    const burst = queue.slice(0, burstLength);
    queue = queue.slice(burstLength);
    for (const frame of burst) transmit(frame);
    if (queue.length > 0) nextBurst = setTimeout(flush, burstPauseMs);
  }

  function handleClose(code: number): void {
    pulse.stop();
    clearTimeout(nextBurst);
    socket = null;
    if (isAuthFailure(code)) context.emit("authFailed", { code });
    if (isServerError(code)) context.emit("serverError", { code });
    if (isReconnecting(code)) handleFailure();
    else change("disconnected");
  }

  function handleFailure(): void {
    change("disconnected");
    if (attempts >= websocketReconnectAttempts) {
      context.emit("reconnectFailed", { attempts });
      return;
    }
    attempts += 1;
    retry = setTimeout(() => {
      retry = undefined;
      void attempt();
    }, reconnectDelayMs(attempts));
  }

  function closeStaleConnection(): void {
    const staleSocket = socket;
    generation += 1;
    staleSocket?.close(deadConnectionClose);
    handleClose(deadConnectionClose);
  }

  function receive(text: unknown): void {
    pulse.markAlive();
    const frame = readFrame(text);
    if (frame !== null) handle(frame);
  }

  function handle(frame: IncomingFrame): void {
    if (frame.type === "ping") transmit({ type: "pong" });
    else if (frame.type === "event") context.emit(frame.event, frame.data);
    else if (frame.type === "response") requests.settle(frame.requestId, frame.data, frame.error);
    else if (frame.type === "error") context.emit("serverError", frame.data);
    else if (frame.type === "auth") handleAuth(frame.ok);
  }

  /**
   * Confirms or refuses the connection. The server accepts every connection and closes it at once if the ticket is
   * invalid, so only its auth frame confirms the connection.
   */
  function handleAuth(ok: boolean): void {
    if (!ok) context.emit("authFailed", { code: "RENEWAL_REFUSED" });
    else if (state === "connecting") handleConnected();
  }

  function transmit(frame: OutgoingFrame): void {
    socket?.send(JSON.stringify(frame));
  }

  /**
   * Sends a frame, or queues it while disconnected or while other frames are waiting. Never queues secrets, because a
   * new ticket is requested on reconnect.
   */
  function send(frame: OutgoingFrame): void {
    if (state === "connected" && queue.length === 0) transmit(frame);
    else if (frame.type !== "auth") queue.push(frame);
  }

  function cancelRetry(): void {
    clearTimeout(retry);
    retry = undefined;
  }

  function connect(): void {
    if (state === "connected" || state === "connecting") return;
    cancelRetry();
    attempts = 0;
    void attempt();
  }

  function disconnect(): void {
    cancelRetry();
    pulse.stop();
    clearTimeout(nextBurst);
    queue = [];
    requests.rejectAll();
    const open = socket;
    socket = null;
    const ownGeneration = ++generation;
    if (open === null || open.readyState === WebSocket.CLOSED) return change("disconnected");
    change("closing");
    open.addEventListener("close", () => ownGeneration === generation && change("disconnected"));
    open.close(normalClose);
  }

  return {
    connect,
    resume: () => {
      if (state === "disconnected" && retry === undefined) connect();
    },
    disconnect,
    send,
    request: (requestType, data) => {
      const requestId = crypto.randomUUID();
      const response = requests.wait(requestId);
      send({ type: "request", requestId, requestType, data });
      // Remove a request from the queue if it failed before it could be sent.
      response.catch(() => {
        queue = queue.filter((frame) => frame.type !== "request" || frame.requestId !== requestId);
      });
      return response;
    },
    renewAuth: async () => {
      const ownGeneration = generation;
      if (state !== "connected") return;
      const token = await context.ticket();
      if (ownGeneration === generation && state === "connected") transmit({ type: "auth", token });
    },
  };
}
