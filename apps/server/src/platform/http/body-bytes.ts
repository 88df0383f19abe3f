import type { IncomingMessage } from "node:http";
import { maxUploadBytes } from "@praxisportal/contract/limits";
import { ProblemError } from "./problem.ts";

/** How long a sender may take, in ms. */
export type SendingTimes = {
  /** Between two pieces. */
  idleMs: number;
  /** For the whole body. */
  totalMs: number;
  /** The fewest bytes a second, averaged over each window of waiting for the sender. */
  leastRate: { bytesPerSecond: number; windowMs: number };
};

/** The slowest line of a practice sends the largest recording within this. */
const defaultSendingTimes: SendingTimes = {
  idleMs: 20_000,
  totalMs: 600_000,
  leastRate: { bytesPerSecond: 4_096, windowMs: 10_000 },
};

/** What nobody reads any more is let pass for so long: whoever still sends reads the answer only then. */
const restMs = 5_000;

/**
 * The bytes of a request, a piece at a time: the sender is held up while nobody asks for more. Errors of
 * {@link next}: 408 for a slow sender, 400 UPLOAD_MALFORMED for one who broke off.
 */
export class BodyBytes {
  readonly #request: IncomingMessage;
  readonly #times: SendingTimes;
  readonly #endsAt: number;
  #piece: Buffer | undefined;
  #fault: ProblemError | undefined;
  #isOver = false;
  /** Since the window began: how long the sender was waited for, and what came. */
  #waitedMs = 0;
  #received = 0;
  #wake: (() => void) | undefined;

  constructor(request: IncomingMessage, times: SendingTimes = defaultSendingTimes) {
    this.#request = request;
    this.#times = times;
    this.#endsAt = performance.now() + times.totalMs;
    request.pause();
    request
      .on("data", this.#take)
      .on("end", this.#end)
      .on("close", this.#breakOff)
      .on("error", this.#breakOff);
    // Listening for data lets it flow; nobody has asked for any yet.
    request.pause();
  }

  /** The next piece; undefined after the last one. */
  async next(): Promise<Buffer | undefined> {
    if (this.#piece === undefined && this.#fault === undefined && !this.#isOver) await this.#wait();
    if (this.#fault !== undefined) throw this.#fault;
    const piece = this.#piece;
    this.#piece = undefined;
    return piece;
  }

  /** Ends the reading, also one that is waiting; what is still sent is let pass for a while and then cut off. */
  close(): void {
    this.#fault ??= new ProblemError("UPLOAD_MALFORMED");
    this.#piece = undefined;
    this.#wake?.();
    const request = this.#request;
    request.off("data", this.#take).off("end", this.#end).off("close", this.#breakOff);
    if (request.complete || request.destroyed) {
      request.resume();
      return;
    }
    let passed = 0;
    const cut = () => request.socket.destroy();
    const timer = setTimeout(cut, restMs);
    timer.unref();
    request.on("data", (piece: Buffer) => {
      passed += piece.length;
      if (passed > maxUploadBytes) cut();
    });
    request.once("close", () => clearTimeout(timer)).once("end", () => clearTimeout(timer));
    request.resume();
  }

  readonly #take = (piece: Buffer) => {
    this.#request.pause();
    this.#received += piece.length;
    this.#piece = this.#piece === undefined ? piece : Buffer.concat([this.#piece, piece]);
    this.#wake?.();
  };

  readonly #end = () => {
    this.#isOver = true;
    this.#wake?.();
  };

  readonly #breakOff = () => {
    if (!this.#isOver) this.#fault ??= new ProblemError("UPLOAD_MALFORMED");
    this.#wake?.();
  };

  async #wait(): Promise<void> {
    const begun = performance.now();
    const ms = Math.min(this.#times.idleMs, this.#endsAt - begun);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(
        () => {
          this.#fault ??= new ProblemError("UPLOAD_TOO_SLOW");
          resolve();
        },
        Math.max(ms, 0),
      );
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#request.resume();
    });
    this.#wake = undefined;
    this.#judgeRate(performance.now() - begun);
  }

  /** Time during which nobody asked for more does not count: the sender was held up then. */
  #judgeRate(waitedMs: number): void {
    const { bytesPerSecond, windowMs } = this.#times.leastRate;
    this.#waitedMs += waitedMs;
    if (this.#waitedMs < windowMs) return;
    const isTooSlow = (this.#received * 1000) / this.#waitedMs < bytesPerSecond;
    const tooSlow = new ProblemError("UPLOAD_TOO_SLOW");
    if (isTooSlow && !this.#isOver) this.#fault ??= tooSlow;
    this.#waitedMs = 0;
    this.#received = 0;
  }
}
