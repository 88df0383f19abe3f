import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { emails, password } from "../cluster/cluster-database.ts";

const callMs = 10_000;
const reconnectMs = 50;
/** Pauses between the calls of one user, so that a test machine is busy but not overloaded. */
const pauseMs = 20;
const signInPauseMs = 200;

type SignedIn = { accessToken: string; refreshToken: string };

/** Results of the users' calls so far. */
type Tally = {
  calls: number;
  /** Names of departments whose creation was acknowledged. */
  created: string[];
  /** Calls without a response, or with a response that a user would notice. */
  failures: string[];
  /** Responses with 401 and refused connections of users who did not sign out. */
  signOuts: string[];
  reconnects: number;
};

/**
 * Users who work through one address of the portal. They read, write with idempotency keys, renew their sessions, sign
 * in again and keep live connections. No call is repeated, so every failure counts.
 */
export class ReleaseLoad {
  readonly tally: Tally = { calls: 0, created: [], failures: [], signOuts: [], reconnects: 0 };
  readonly #origin: string;
  readonly #organizationId: string;
  readonly #sockets = new Set<WebSocket>();
  #first: { user: SignedIn; path: string; name: string; key: string } | undefined;
  #isOver = false;
  #running: Promise<void>[] = [];

  constructor(origin: string, organizationId: string) {
    this.#origin = origin;
    this.#organizationId = organizationId;
  }

  async start(): Promise<void> {
    const departments = `/api/v1/organizations/${this.#organizationId}/departments`;
    const reads = ["/api/v1/users/me", "/api/v1/users", departments, "/api/v1/notifications"];
    const administrators = [await this.#signIn("administrator"), await this.#signIn("administrator")];
    const users = [await this.#signIn("user"), await this.#signIn("user")];
    for (const [index, user] of administrators.entries())
      this.#run((count) => this.#create(user, departments, `Abteilung ${index + 1}-${count}`));
    for (const user of users)
      this.#run((count) => this.#read(user, reads[count % reads.length] ?? departments));
    this.#run((count) => this.#change(users[0], `+49 30 ${String(count).padStart(7, "0")}`));
    const audit = `/api/tenant/organizations/${this.#organizationId}/audit`;
    this.#run(() => this.#read(administrators[0], audit));
    const renewing = await this.#signIn("user");
    this.#run(() => this.#renew(renewing));
    this.#run(async () => {
      await this.#signIn("user");
    }, signInPauseMs);
    for (const user of [...administrators, ...users]) this.#running.push(this.#keepConnected(user));
  }

  /** Waits until at least `count` more calls got a response. */
  async waitForCalls(count: number): Promise<void> {
    const targetCount = this.tally.calls + count;
    while (this.tally.calls < targetCount) await sleep(pauseMs);
  }

  /** Number of open live connections. */
  get connected(): number {
    return [...this.#sockets].filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  }

  /** Ends the work, repeats the first write with its key and returns the names of all departments. */
  async stop(): Promise<string[]> {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.close();
    await Promise.all(this.#running);
    if (this.#first === undefined) throw new Error("nothing was written");
    const { user, path, name, key } = this.#first;
    await this.#call("POST", path, user, { name }, key);
    const list = (await this.#call("GET", path, user)) as { data: { name: string }[] } | undefined;
    return (list?.data ?? []).map((department) => department.name);
  }

  #run(work: (count: number) => Promise<void>, pause = pauseMs): void {
    const repeat = async () => {
      for (let count = 0; !this.#isOver; count += 1) {
        await work(count);
        await sleep(pause);
      }
    };
    this.#running.push(repeat());
  }

  async #signIn(who: keyof typeof emails): Promise<SignedIn> {
    const body = { email: emails[who], password };
    return ((await this.#call("POST", "/api/v1/auth/login", undefined, body)) ?? {}) as SignedIn;
  }

  async #create(user: SignedIn, path: string, name: string): Promise<void> {
    const key = randomUUID();
    if ((await this.#call("POST", path, user, { name }, key)) === undefined) return;
    this.tally.created.push(name);
    this.#first ??= { user, path, name, key };
  }

  async #change(user: SignedIn | undefined, phone: string): Promise<void> {
    await this.#call("PUT", "/api/v1/users/me", user, { phone });
  }

  async #read(user: SignedIn | undefined, path: string): Promise<void> {
    await this.#call("GET", path, user);
  }

  async #renew(user: SignedIn): Promise<void> {
    const body = { refreshToken: user.refreshToken };
    const renewedPair = await this.#call("POST", "/api/v1/auth/refresh", undefined, body);
    if (renewedPair !== undefined) Object.assign(user, renewedPair);
  }

  /** Keeps a live connection open, and reconnects when it ends, as a page does. */
  async #keepConnected({ accessToken }: SignedIn): Promise<void> {
    for (let count = 0; !this.#isOver; count += 1) {
      if (count > 0) this.tally.reconnects += 1;
      const socket = new WebSocket(`${this.#origin.replace("http:", "ws:")}/ws?token=${accessToken}`);
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("unexpected-response", (_request, { statusCode }) => {
        if (statusCode === 401) this.tally.signOuts.push("websocket 401");
        socket.terminate();
      });
      const code = await new Promise<number>((resolve) => void socket.on("close", resolve));
      this.#sockets.delete(socket);
      // Codes from 4400 to 4499 mean that the session has ended.
      if (code >= 4400 && code < 4500) this.tally.signOuts.push(`websocket ${code}`);
      if (!this.#isOver) await sleep(reconnectMs);
    }
  }

  /** Makes a call and returns the parsed response, or undefined if it failed. */
  async #call(method: string, path: string, user?: SignedIn, body?: object, key?: string): Promise<unknown> {
    const call = `${method} ${path}`;
    try {
      const response = await fetch(this.#origin + path, {
        method,
        headers: {
          ...(user !== undefined && { authorization: `Bearer ${user.accessToken}` }),
          ...(key !== undefined && { "idempotency-key": key }),
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(callMs),
      });
      const text = await response.text();
      this.tally.calls += 1;
      if (response.status === 401) this.tally.signOuts.push(call);
      if (response.ok) return JSON.parse(text);
      this.tally.failures.push(`${call}: ${response.status} ${text}`);
    } catch (error) {
      this.tally.failures.push(`${call}: ${String((error as Error).cause ?? error)}`);
    }
    return undefined;
  }
}
