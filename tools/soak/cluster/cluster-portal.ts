import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { WebSocket } from "ws";
import { busConnectionText, dropNotifications, TcpProxy } from "../../../apps/server/test/tcp-proxy.ts";
import { PortalProcess } from "../portal-process.ts";
import { type ClusterDatabase, emails, password, type Organization } from "./cluster-database.ts";

/** Time limit of a call or a wait, in ms. */
const callMs = 10_000;
/** Path of a call that needs only a session. */
const usedPath = "/api/v1/notifications";

/** One of several processes on a database. It reaches the database through a proxy. */
export class ClusterPortal {
  readonly process: PortalProcess;
  readonly #proxy: TcpProxy;
  readonly #cut: { isCut: boolean };
  readonly #userId: string;
  readonly #departments: string;

  private constructor(
    process: PortalProcess,
    proxy: TcpProxy,
    cut: { isCut: boolean },
    organization: Organization,
  ) {
    this.process = process;
    this.#proxy = proxy;
    this.#cut = cut;
    this.#userId = organization.userId;
    this.#departments = `/api/v1/organizations/${organization.organizationId}/departments`;
  }

  static async start(
    folder: string,
    database: ClusterDatabase,
    options: { busUrl?: string | undefined; isCut?: boolean } = {},
  ): Promise<ClusterPortal> {
    const cut = { isCut: options.isCut ?? false };
    const app = new URL(database.app);
    const proxy = await TcpProxy.open(Number(app.port), {
      heldText: busConnectionText,
      change: dropNotifications(() => cut.isCut),
    });
    app.port = String(proxy.port);
    const process = await PortalProcess.create(join(folder, `portal ${proxy.port}`), {
      ...database.settings,
      OWN_CHANGES_PER_HOUR: "10000000",
      DATABASE_URL: app.href,
      ...(options.busUrl !== undefined && { BUS_URL: options.busUrl }),
    });
    await process.start();
    return new ClusterPortal(process, proxy, cut, database.organization);
  }

  /** Sets whether its LISTEN connection hangs: it stays open but transfers nothing. */
  set isHung(isHung: boolean) {
    this.#proxy.isHeld = isHung;
  }

  /** Sets whether notifications are dropped although its LISTEN connection works. */
  set isCut(isCut: boolean) {
    this.#cut.isCut = isCut;
  }

  /** Signs the user in here and opens a live connection. */
  async openPage(): Promise<ClusterPage> {
    const token = await this.#signIn(emails.user);
    const socket = new WebSocket(`${this.process.origin.replace("http:", "ws:")}/ws?token=${token}`);
    socket.on("error", () => undefined);
    const closed = once(socket, "close");
    await Promise.race([once(socket, "message"), closed]);
    return { origin: this.process.origin, token, socket, closed };
  }

  /** Ends all sessions of the user, by a call to this process. */
  async endSessions(administratorToken: string): Promise<void> {
    const path = `/api/v1/users/manage/${this.#userId}/reset-connections`;
    const response = await request(this.process.origin, path, administratorToken, { method: "POST" });
    if (response.status !== 200) throw new Error(`the forced logout returned ${response.status}`);
  }

  /** Creates a department, by a call to this process. Returns its id. */
  async createDepartment(administratorToken: string): Promise<string> {
    const response = await request(this.process.origin, this.#departments, administratorToken, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: `Abteilung ${randomUUID()}` }),
    });
    if (response.status !== 201) throw new Error(`creating the department returned ${response.status}`);
    return ((await response.json()) as { id: string }).id;
  }

  signInAdministrator(): Promise<string> {
    return this.#signIn(emails.administrator);
  }

  async stop(): Promise<void> {
    await this.process.stop();
    this.#proxy.close();
  }

  async #signIn(email: string): Promise<string> {
    const response = await request(this.process.origin, "/api/v1/auth/login", undefined, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const { accessToken } = (await response.json()) as { accessToken?: string };
    if (accessToken === undefined) throw new Error(`the sign-in returned ${response.status}`);
    return accessToken;
  }
}

/** A user who works at one process. */
export type ClusterPage = { origin: string; token: string; socket: WebSocket; closed: Promise<unknown> };

/**
 * Uses the session, so that its process caches the rights of its user for a second. It is used more than once, because
 * the first use in a minute records the activity of the user, which drops the cached rights.
 */
export async function visitPage({ origin, token }: ClusterPage): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    const { status } = await request(origin, usedPath, token);
    if (status !== 200) throw new Error(`a new session got ${status}`);
  }
}

/** Uses the session at another process until a call is served. Returns the time from now in ms. */
export async function timeUntilServed({ token }: ClusterPage, other: ClusterPortal): Promise<number> {
  const startedAt = performance.now();
  while ((await request(other.process.origin, usedPath, token)).status !== 200);
  return performance.now() - startedAt;
}

/** Waits until a session is refused and its socket is closed. Returns both times from now in ms. */
export async function revocationTimes({ origin, token, socket, closed }: ClusterPage) {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const waitUntilRefused = async () => {
    // Time at which the first refused call was sent, because the duration of the call is not measured here.
    for (let sentAt = elapsedMs(); sentAt < callMs; sentAt = elapsedMs()) {
      const { status } = await request(origin, usedPath, token);
      if (status === 401) return sentAt;
    }
    return Number.POSITIVE_INFINITY;
  };
  const timer = setTimeout(() => socket.terminate(), callMs);
  const closedAt = closed.then(() => {
    clearTimeout(timer);
    return elapsedMs() < callMs ? elapsedMs() : Number.POSITIVE_INFINITY;
  });
  const [http, socketMs] = await Promise.all([waitUntilRefused(), closedAt]);
  return { http, socket: socketMs };
}

async function request(
  origin: string,
  path: string,
  token: string | undefined,
  init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers = { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const response = await fetch(origin + path, { ...init, headers, signal: AbortSignal.timeout(callMs) });
  // Read the body now, so that the connection is free for the next call.
  const body = await response.arrayBuffer();
  return new Response(body, { status: response.status });
}
