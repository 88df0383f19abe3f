import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { ProblemError } from "../http/problem.ts";
import { lowerHashPriority } from "./hash-priority.ts";

/** Argon2id at the level OWASP asks for. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

const queueMax = 200;
const queueWaitMs = 5_000;

/**
 * Hashes passwords on the thread pool, never on more of it than leaves room for files and name lookups. Waiting
 * work is limited in number and time; beyond that the caller gets 503 `BUSY` with Retry-After.
 */
export class PasswordHasher {
  readonly slots: number;
  /** Resolves when the threads that hash have their priority. */
  readonly ready: Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  /** Hash of no password, so that an unknown name costs the same as a known one. */
  readonly #dummy: Promise<string>;

  constructor(poolSize = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4)) {
    this.slots = Math.max(1, Math.min(poolSize - 2, availableParallelism() - 1));
    this.#dummy = hash("no password has this hash", parameters);
    this.ready = this.#dummy.then(lowerHashPriority);
  }

  /** Makes the stored form of a password, inside a slot of its own. */
  hash(password: string): Promise<string> {
    return this.withSlot(() => hash(password, parameters));
  }

  /**
   * Whether a password fits; with no stored hash the same work is done and the answer is false. Call it inside
   * {@link withSlot}, together with the counting of the attempt.
   */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const fits = await verify(stored ?? (await this.#dummy), password);
    return stored !== null && fits;
  }

  /**
   * Runs work that hashes inside a slot. Attempt counters are raised in here, so that no more attempts are counted
   * ahead of their result than there are slots.
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
    // The slot is handed on without being free in between.
    if (next) next();
    else this.#busy -= 1;
  }
}

function busy(): ProblemError {
  return new ProblemError("BUSY", { retryAfterSeconds: Math.ceil(queueWaitMs / 1000) });
}
