import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { MessageWindow } from "./message-window.ts";
import type { SocketStanding } from "./socket-access.ts";
import { textFrame } from "./text-frame.ts";

/** A reader that is this far behind is dropped; it reads everything anew when it comes back. */
const bufferedMaxBytes = 1_048_576;
/** How long the other side has to answer a close before the connection is cut. */
const closePatienceMs = 2_000;

/** Why a socket is closed. 1000 to 1011 are those of RFC 6455, 4000 and up are ours. */
export const closeCodes = {
  goingAway: 1001,
  notText: 1003,
  policy: 1008,
  tryLater: 1013,
  /** The session has ended or a token was not accepted. */
  unauthenticated: 4401,
  /** A ticket of another session. */
  foreignSession: 4403,
} as const;

/** One open socket. There may be ten thousand of them: keep the fields few. */
export class SocketConnection {
  readonly ws: WebSocket;
  /** Answered, or said anything, since the last heartbeat. */
  isAlive = true;
  standing: SocketStanding;
  /** Where it comes from, see `networkOf`. */
  readonly network: string;
  readonly #raw: Duplex;
  #window: MessageWindow | undefined;

  constructor(ws: WebSocket, raw: Duplex, standing: SocketStanding, network: string) {
    this.ws = ws;
    this.#raw = raw;
    this.standing = standing;
    this.network = network;
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN;
  }

  /** Notes something that came in; false when it was too much. */
  countMessage(): boolean {
    this.isAlive = true;
    this.#window ??= new MessageWindow();
    return this.#window.allows(performance.now());
  }

  /**
   * Writes a whole frame that was built beforehand. It goes past the library, which is safe as long as compression
   * is off: the library too writes each of its frames in one piece.
   */
  sendFrame(frame: Buffer): void {
    if (!this.isOpen) return;
    if (this.ws.bufferedAmount > bufferedMaxBytes) this.ws.terminate();
    else this.#raw.write(frame);
  }

  send(message: Readonly<Record<string, unknown>>): void {
    this.sendFrame(textFrame(JSON.stringify(message)));
  }

  /** Closes; whoever does not answer is cut off. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    // A close frame has room for 123 bytes.
    this.ws.close(code, Buffer.from(reason).subarray(0, 123));
    setTimeout(() => this.ws.terminate(), closePatienceMs).unref();
  }
}
