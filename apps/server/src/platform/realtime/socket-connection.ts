import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { MessageWindow } from "./message-window.ts";
import type { SocketState } from "./socket-access.ts";
import { textFrame } from "./text-frame.ts";

/** Maximum buffered data of a slow client. Above it, the client is disconnected and reloads after it reconnects. */
const bufferedMaxBytes = 1_048_576;
/** Time to wait for the reply to a close frame before the connection is terminated. */
const closePatienceMs = 2_000;

/** Close codes. 1000 to 1011 are defined by RFC 6455, those from 4000 by the portal. */
export const closeCodes = {
  notText: 1003,
  policy: 1008,
  /** The server stops, and pages reconnect automatically. */
  restart: 1012,
  tryLater: 1013,
  /** The session has ended, or a token was rejected. */
  unauthenticated: 4401,
  /** The ticket belongs to a different session. */
  foreignSession: 4403,
} as const;

/** Open socket. There may be ten thousand of them, so it should have few fields. */
export class SocketConnection {
  readonly ws: WebSocket;
  /** Whether the client has sent any data since the last heartbeat. */
  isAlive = true;
  state: SocketState;
  /** Network of the client, see `networkOf`. */
  readonly network: string;
  readonly #raw: Duplex;
  #window: MessageWindow | undefined;

  constructor(ws: WebSocket, raw: Duplex, state: SocketState, network: string) {
    this.ws = ws;
    this.#raw = raw;
    this.state = state;
    this.network = network;
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN;
  }

  /** Counts an incoming message. Returns false if it exceeds the rate limit. */
  countMessage(): boolean {
    this.isAlive = true;
    this.#window ??= new MessageWindow();
    return this.#window.allows(performance.now());
  }

  /**
   * Writes a prebuilt frame. This bypasses the library, which is safe only while compression is off, because then the
   * library also writes each frame in one piece.
   */
  sendFrame(frame: Buffer): void {
    if (!this.isOpen) return;
    if (this.ws.bufferedAmount > bufferedMaxBytes) this.ws.terminate();
    else this.#raw.write(frame);
  }

  send(message: Readonly<Record<string, unknown>>): void {
    this.sendFrame(textFrame(JSON.stringify(message)));
  }

  /** Closes the socket, and terminates it if the client does not reply. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    // The reason of a close frame is limited to 123 bytes.
    this.ws.close(code, Buffer.from(reason).subarray(0, 123));
    setTimeout(() => this.ws.terminate(), closePatienceMs).unref();
  }
}
