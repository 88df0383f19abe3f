import { allEndpoints } from "@praxisportal/contract/endpoints";
import type { BrowserContext, Response } from "@playwright/test";
import { readResponse } from "../../../apps/server/test/contract-response.ts";
import { portalOrigins } from "../portal.ts";

/** Endpoints by method and pattern. Paths without parameters come first, because `/users/me` must not match an id. */
const calls = allEndpoints
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }))
  .toSorted((a, b) => Number(a.endpoint.path.includes("{")) - Number(b.endpoint.path.includes("{")));

/** Documentation pages, which are not endpoints. */
const documentationPaths = /^\/api\/(?:docs|openapi\.json)/;

/**
 * Watches a browser's traffic. Faults: requests, websockets or workers of another origin; responses that the
 * contract does not define; server errors.
 */
export class TrafficMonitor {
  readonly #faults: string[] = [];
  readonly #pendingReads: Promise<void>[] = [];
  readonly #attached = new WeakSet<BrowserContext>();
  /** Number of response bodies validated against the contract. */
  checkedCount = 0;

  /** Starts watching a context; repeated calls have no effect. */
  attach(context: BrowserContext): void {
    if (this.#attached.has(context)) return;
    this.#attached.add(context);
    context.on("request", (request) => this.#checkOrigin(request.url(), "request"));
    context.on("serviceworker", (worker) => this.#checkOrigin(worker.url(), "service worker"));
    context.on("response", (response) => this.#pendingReads.push(this.#checkResponse(response)));
    context.on("page", (page) => {
      page.on("websocket", (socket) => this.#checkOrigin(socket.url(), "websocket"));
      page.on("worker", (worker) => this.#checkOrigin(worker.url(), "worker"));
    });
  }

  /** Returns all faults after all responses have been read. */
  async faults(): Promise<readonly string[]> {
    await Promise.all(this.#pendingReads);
    return this.#faults;
  }

  /** Returns and clears the faults so far, for tests that cause one on purpose. */
  async takeFaults(): Promise<readonly string[]> {
    await this.faults();
    return this.#faults.splice(0);
  }

  #checkOrigin(url: string, kind: string): void {
    const { origin, protocol } = new URL(url.replace(/^ws/, "http"));
    // A `data:` or `blob:` URL inside the page is not a request.
    if (["data:", "blob:", "about:"].includes(protocol) || portalOrigins.has(origin)) return;
    this.#faults.push(`${kind} to another origin: ${url}`);
  }

  async #checkResponse(response: Response): Promise<void> {
    const { pathname } = new URL(response.url());
    const headers = response.headers();
    // Every response of the portal has a request id. Responses made up by a test have none.
    if (!pathname.startsWith("/api/") || documentationPaths.test(pathname) || !("x-request-id" in headers))
      return;
    const method = response.request().method();
    const status = response.status();
    const matching = calls.find((call) => call.endpoint.method === method && call.pattern.test(pathname));
    if (matching === undefined) {
      this.#faults.push(`${method} ${pathname} is not in the contract (${status})`);
      return;
    }
    // The bodies of the last responses are lost when a page is left.
    const text = await response.text().catch(() => undefined);
    if (text === undefined) return;
    this.checkedCount += 1;
    try {
      readResponse(matching.endpoint, { status, contentType: headers["content-type"] ?? null, text });
      const isMaintenance = status === 503 && text.includes('"code":"MAINTENANCE"');
      if (status >= 500 && !isMaintenance) throw new Error(`${matching.endpoint.name} ${status}: ${text}`);
    } catch (error) {
      this.#faults.push(error instanceof Error ? error.message : String(error));
    }
  }
}
