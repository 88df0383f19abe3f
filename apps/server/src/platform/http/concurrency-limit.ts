import { finished } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ErrorCode } from "@praxisportal/contract/errors";
import { ProblemError } from "./problem.ts";

type SlotRequest = { key: string; max: number };

/** Slots of the caller or their organization, and slots that are shared by all callers. */
type Slots = {
  own: readonly SlotRequest[];
  shared: readonly SlotRequest[];
  retryAfterSeconds: number;
  /** Error if a limit of `own` is reached. */
  ownCode?: ErrorCode;
};

/** Limits the number of concurrent operations in this process, by key. */
export class ConcurrencyLimit {
  readonly #running = new Map<string, number>();

  /**
   * Takes a slot for every key or for none. Returns an idempotent function that releases the slots, or undefined if a
   * key is at its limit.
   */
  take(requests: readonly SlotRequest[]): (() => void) | undefined {
    if (requests.some(({ key, max }) => this.#countOf(key) >= max)) return undefined;
    for (const { key } of requests) this.#running.set(key, this.#countOf(key) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      for (const { key } of requests) this.#release(key);
    };
  }

  /**
   * Takes the caller's slots and then the shared ones, or none. Returns an idempotent function that releases them.
   * Throws 429 TOO_MANY_REQUESTS if one of the caller's own limits is reached, and 503 OVERLOADED if a shared one is.
   */
  takeOrThrow({ own, shared, retryAfterSeconds, ownCode = "TOO_MANY_REQUESTS" }: Slots): () => void {
    const releaseOwn = this.take(own);
    if (releaseOwn === undefined) throw new ProblemError(ownCode, { retryAfterSeconds });
    const releaseShared = this.take(shared);
    if (releaseShared === undefined) {
      releaseOwn();
      throw new ProblemError("OVERLOADED", { retryAfterSeconds });
    }
    return () => {
      releaseOwn();
      releaseShared();
    };
  }

  #countOf(key: string): number {
    return this.#running.get(key) ?? 0;
  }

  #release(key: string): void {
    const remaining = this.#countOf(key) - 1;
    if (remaining > 0) this.#running.set(key, remaining);
    else this.#running.delete(key);
  }
}

/**
 * Releases a slot once the response has been sent or the client has disconnected, because a file is read while it is
 * being sent.
 */
export function releaseWhenSent({ raw }: FastifyReply, release: () => void): void {
  finished(raw, release);
}
