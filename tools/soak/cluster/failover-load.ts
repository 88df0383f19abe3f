import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { emails, password, type Organization } from "./cluster-database.ts";

const callMs = 5_000;
const retryMs = 50;
/** Pause between two writes of a user. Two users make at most 20 writes per second. */
const writePauseMs = 100;
const readPauseMs = 20;

/**
 * Statuses that HAProxy sends when the connection to the portal ends or hangs. The portal itself does not send them in
 * this test.
 */
const proxyErrors: ReadonlySet<number> = new Set([502, 504]);

/** Record of the calls, with times of `performance.now()`. */
type Tally = {
  acknowledged: { name: string; sentAt: number; at: number }[];
  served: { sentAt: number; at: number }[];
  /** Responses other than 2xx and 503. */
  faults: string[];
  unavailable: number;
  unanswered: number;
};

/**
 * Users of an organization who read and write through one address, and repeat a write with its key until it
 * gets a response.
 */
export class FailoverLoad {
  readonly tally: Tally = { acknowledged: [], served: [], faults: [], unavailable: 0, unanswered: 0 };
  readonly #origin: string;
  readonly #path: string;
  #token = "";
  #isOver = false;
  #running: Promise<void>[] = [];

  constructor(origin: string, { organizationId }: Organization) {
    this.#origin = origin;
    this.#path = `/api/v1/organizations/${organizationId}/departments`;
  }

  async start(): Promise<void> {
    const body = { email: emails.administrator, password };
    const signedIn = (await this.#call("POST", "/api/v1/auth/login", { body })) as
      | { accessToken: string }
      | undefined;
    if (signedIn === undefined) throw new Error("the sign-in failed");
    this.#token = signedIn.accessToken;
    this.#running = [this.#write(1), this.#write(2), this.#read()];
  }

  /** Waits until `count` more writes have been acknowledged. */
  async waitForWrites(count: number): Promise<void> {
    const targetCount = this.tally.acknowledged.length + count;
    while (this.tally.acknowledged.length < targetCount) await sleep(retryMs);
  }

  /** Ends the work and returns the stored names. */
  async stop(): Promise<string[]> {
    this.#isOver = true;
    await Promise.all(this.#running);
    const { data } = (await this.#call("GET", this.#path)) as { data: { name: string }[] };
    return data.map(({ name }) => name);
  }

  /** Returns the time from a moment to the first response to a call sent after it, in ms. */
  static firstAfter(calls: readonly { sentAt: number; at: number }[], moment: number): number {
    const delays = calls.filter(({ sentAt }) => sentAt > moment).map(({ at }) => at - moment);
    return delays.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...delays);
  }

  async #write(worker: number): Promise<void> {
    for (let count = 0; !this.#isOver; count += 1) {
      const name = `Abteilung ${worker}-${count}`;
      const key = randomUUID();
      for (;;) {
        const sentAt = performance.now();
        const creation = await this.#call("POST", this.#path, { body: { name }, key });
        if (creation !== undefined) {
          this.tally.acknowledged.push({ name, sentAt, at: performance.now() });
          break;
        }
        if (this.#isOver) return;
        await sleep(retryMs);
      }
      await sleep(writePauseMs);
    }
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      const sentAt = performance.now();
      if ((await this.#call("GET", "/api/v1/users/me")) !== undefined)
        this.tally.served.push({ sentAt, at: performance.now() });
      await sleep(readPauseMs);
    }
  }

  async #call(method: string, path: string, { body, key }: { body?: object; key?: string } = {}) {
    try {
      const response = await fetch(this.#origin + path, {
        method,
        headers: {
          ...(this.#token !== "" && { authorization: `Bearer ${this.#token}` }),
          ...(key !== undefined && { "idempotency-key": key }),
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(callMs),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as unknown;
      if (response.status === 503) this.tally.unavailable += 1;
      else if (proxyErrors.has(response.status)) this.tally.unanswered += 1;
      else this.tally.faults.push(`${method} ${path}: ${response.status} ${text}`);
    } catch {
      // The connection ended, as after a process was killed. A write is repeated with its key.
      this.tally.unanswered += 1;
    }
    return undefined;
  }
}
