import type { IncomingMessage } from "node:http";
import { maxUploadBytes } from "@praxisportal/contract/limits";
import { ProblemError } from "../problem.ts";

/** Time limits for sending a body, in ms. */
export type SendingTimes = {
  /** Maximum time between two chunks. */
  idleMs: number;
  /** Maximum time for the complete body. */
  totalMs: number;
  /** Minimum average rate in each window of time spent waiting for the client. */
  minimumRate: { bytesPerSecond: number; windowMs: number };
};

/** Default limits. The slowest connections of practices can still send the largest recording within them. */
const defaultSendingTimes: SendingTimes = {
  idleMs: 20_000,
  totalMs: 600_000,
  minimumRate: { bytesPerSecond: 4_096, windowMs: 10_000 },
};

/**
 * Time for which an unread body is drained, because many clients read the response only after they have sent all of it.
 */
const drainMs = 5_000;

/**
 * Reads the body of a request chunk by chunk, with back-pressure while no chunk is requested. {@link next} throws 408
 * for a slow client and 400 UPLOAD_MALFORMED if the client disconnects.
 */
export class BodyReader {
  readonly #request: IncomingMessage;
  readonly #times: SendingTimes;
  readonly #endsAt: number;
  #chunk: Buffer | undefined;
  #fault: ProblemError | undefined;
  #isFinished = false;
  /** Totals of the current window: time spent waiting for the client, and bytes received. */
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
    // Adding the data listener resumed the stream, so it is paused until a chunk is requested.
    request.pause();
  }

  /** Returns the next chunk, or undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    if (this.#chunk === undefined && this.#fault === undefined && !this.#isFinished) await this.#wait();
    if (this.#fault !== undefined) throw this.#fault;
    const chunk = this.#chunk;
    this.#chunk = undefined;
    return chunk;
  }

  /**
   * Ends reading, including a pending {@link next}. Drains the remaining bytes for a limited time and then destroys the
   * connection.
   */
  close(): void {
    this.#fault ??= new ProblemError("UPLOAD_MALFORMED");
    this.#chunk = undefined;
    this.#wake?.();
    const request = this.#request;
    request.off("data", this.#take).off("end", this.#end).off("close", this.#breakOff);
    if (request.complete || request.destroyed) {
      request.resume();
      return;
    }
    let passed = 0;
    const cut = () => request.socket.destroy();
    const timer = setTimeout(cut, drainMs);
    timer.unref();
    request.on("data", (chunk: Buffer) => {
      passed += chunk.length;
      if (passed > maxUploadBytes) cut();
    });
    request.once("close", () => clearTimeout(timer)).once("end", () => clearTimeout(timer));
    request.resume();
  }

  readonly #take = (chunk: Buffer) => {
    this.#request.pause();
    this.#received += chunk.length;
    this.#chunk = this.#chunk === undefined ? chunk : Buffer.concat([this.#chunk, chunk]);
    this.#wake?.();
  };

  readonly #end = () => {
    this.#isFinished = true;
    this.#wake?.();
  };

  readonly #breakOff = () => {
    if (!this.#isFinished) this.#fault ??= new ProblemError("UPLOAD_MALFORMED");
    this.#wake?.();
  };

  async #wait(): Promise<void> {
    const startedAt = performance.now();
    const ms = Math.min(this.#times.idleMs, this.#endsAt - startedAt);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(
        () => {
          this.#fault ??= new ProblemError("UPLOAD_TIMEOUT");
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
    this.#judgeRate(performance.now() - startedAt);
  }

  /** Checks the rate. Counts only the time spent waiting for the client, not the time paused by back-pressure. */
  #judgeRate(waitedMs: number): void {
    const { bytesPerSecond, windowMs } = this.#times.minimumRate;
    this.#waitedMs += waitedMs;
    if (this.#waitedMs < windowMs) return;
    const isTooSlow = (this.#received * 1000) / this.#waitedMs < bytesPerSecond;
    const tooSlow = new ProblemError("UPLOAD_TIMEOUT");
    if (isTooSlow && !this.#isFinished) this.#fault ??= tooSlow;
    this.#waitedMs = 0;
    this.#received = 0;
  }
}
