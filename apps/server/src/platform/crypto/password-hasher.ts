import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { ProblemError } from "../http/problem.ts";
import { lowerHashPriority } from "./hash-priority.ts";

/** Argon2id with the parameters that OWASP recommends. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

const queueMax = 200;
const queueWaitMs = 5_000;

/**
 * Hashes passwords on the thread pool and leaves threads free for files and DNS. The queue is bounded in length and
 * time. Beyond these bounds the caller gets 503 `OVERLOADED` with Retry-After.
 */
export class PasswordHasher {
  readonly slots: number;
  /** Resolves when the priority of the hashing threads is set. */
  readonly ready: Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  /** Hash of a dummy password, so that an unknown name costs the same as a known one. */
  readonly #dummy: Promise<string>;

  constructor(poolSize = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4)) {
    this.slots = Math.max(1, Math.min(poolSize - 2, availableParallelism() - 1));
    this.#dummy = hash("no password has this hash", parameters);
    this.ready = this.#dummy.then(lowerHashPriority);
  }

  /** Hashes a password for storage, in its own slot. */
  hash(password: string): Promise<string> {
    return this.withSlot(() => hash(password, parameters));
  }

  /**
   * Verifies a password. Without a stored hash it does the same work and returns false. It must be called inside
   * {@link withSlot}, together with counting the attempt.
   */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const matches = await verify(stored ?? (await this.#dummy), password);
    return stored !== null && matches;
  }

  /**
   * Runs hashing work inside a slot. Attempt counters are incremented inside as well, so that the number of counted
   * attempts without a result never exceeds the number of slots.
   */
  async withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#busy < this.slots) {
      this.#busy += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= queueMax) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(busy());
      }, queueWaitMs);
      this.#waiting.push(enter);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    // The slot is handed over directly, without becoming free in between.
    if (next) next();
    else this.#busy -= 1;
  }
}

function busy(): ProblemError {
  return new ProblemError("OVERLOADED", { retryAfterSeconds: Math.ceil(queueWaitMs / 1000) });
}
