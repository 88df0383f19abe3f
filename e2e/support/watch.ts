import { allEndpoints } from "@praxisportal/contract/endpoints";
import type { BrowserContext, Response } from "@playwright/test";
import { readAnswer } from "../../apps/server/test/contract-answer.ts";
import { portalOrigins } from "./portal.ts";

/** Calls by method and pattern; those without parameters first, because `/users/me` is no person's id. */
const calls = allEndpoints
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }))
  .toSorted((a, b) => Number(a.endpoint.path.includes("{")) - Number(b.endpoint.path.includes("{")));

/** Pages about the calls, no calls themselves. */
const notCalls = /^\/api\/(?:docs|openapi\.json)/;

/**
 * Looks at what a browser sends and is answered. Faults: a request, websocket or worker of another origin than our
 * own; an answer of the portal that the contract does not name, or a server error.
 */
export class Watch {
  readonly #faults: string[] = [];
  readonly #reading: Promise<void>[] = [];
  readonly #seen = new WeakSet<BrowserContext>();
  /** Answers whose body was held against the contract. */
  checked = 0;

  /** Watches a context from now on; a second time changes nothing. */
  attach(context: BrowserContext): void {
    if (this.#seen.has(context)) return;
    this.#seen.add(context);
    context.on("request", (request) => this.#checkOrigin(request.url(), "request"));
    context.on("serviceworker", (worker) => this.#checkOrigin(worker.url(), "service worker"));
    context.on("response", (response) => this.#reading.push(this.#checkAnswer(response)));
    context.on("page", (page) => {
      page.on("websocket", (socket) => this.#checkOrigin(socket.url(), "websocket"));
      page.on("worker", (worker) => this.#checkOrigin(worker.url(), "worker"));
    });
  }

  /** Everything that was found, once all answers are read. */
  async faults(): Promise<readonly string[]> {
    await Promise.all(this.#reading);
    return this.#faults;
  }

  /** What was found so far, which then no longer counts: for a test that brings a fault about on purpose. */
  async forgive(): Promise<readonly string[]> {
    await this.faults();
    return this.#faults.splice(0);
  }

  #checkOrigin(address: string, kind: string): void {
    const { origin, protocol } = new URL(address.replace(/^ws/, "http"));
    // What the page holds itself is no request to anybody.
    if (["data:", "blob:", "about:"].includes(protocol) || portalOrigins.has(origin)) return;
    this.#faults.push(`${kind} to another origin: ${address}`);
  }

  async #checkAnswer(response: Response): Promise<void> {
    const { pathname } = new URL(response.url());
    const headers = response.headers();
    // Every answer of the portal carries its number; what a test made up instead has none.
    if (!pathname.startsWith("/api/") || notCalls.test(pathname) || !("x-request-id" in headers)) return;
    const method = response.request().method();
    const status = response.status();
    const call = calls.find((each) => each.endpoint.method === method && each.pattern.test(pathname));
    if (call === undefined) {
      this.#faults.push(`${method} ${pathname} is no call of the contract (${status})`);
      return;
    }
    // A page that was left takes the bodies of its last answers with it.
    const text = await response.text().catch(() => undefined);
    if (text === undefined) return;
    this.checked += 1;
    try {
      readAnswer(call.endpoint, { status, contentType: headers["content-type"] ?? null, text });
      if (status >= 500) throw new Error(`${call.endpoint.name} ${status}: ${text}`);
    } catch (error) {
      this.#faults.push(error instanceof Error ? error.message : String(error));
    }
  }
}
