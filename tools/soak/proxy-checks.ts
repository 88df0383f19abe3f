import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import { boundary, formBytes, wavOf } from "../../apps/server/test/upload.ts";
import { demoPassword } from "../../apps/server/src/features/demo/demo-people.ts";
import { testAi } from "../../e2e/support/ai.ts";
import { password, type Person } from "../../e2e/support/people.ts";
import { clientAddress, forgedHeaders, type ProxyResponse, type ProxyClient } from "./proxy-client.ts";

const json = { "content-type": "application/json" };
const MB = 1024 * 1024;

/** Checks of the portal by a user behind the proxy. */
export class ProxyChecks {
  readonly problems: string[] = [];
  readonly #client: ProxyClient;
  readonly #person: Person;
  #token = "";
  #cookie = "";

  constructor(client: ProxyClient, person: Person) {
    this.#client = client;
    this.#person = person;
  }

  /** Runs all checks. Connections stay idle for `idleMs`, which is longer than proxies keep them open by default. */
  async run(idleMs: number): Promise<void> {
    await this.#checkSignIn();
    await this.#checkOwnMachine();
    await this.#checkStream();
    await this.#checkUploads();
    const socket = await this.#openSocket();
    await Promise.all([this.#checkSocket(socket, idleMs), this.#checkLateAnswer(idleMs)]);
  }

  /** Checks that the address of the client is recorded, and not a forged address. */
  async #checkSignIn(): Promise<void> {
    const ready = await this.#client.call("/readyz");
    this.#expect("the portal is ready", ready.status, 200);
    this.#expect("HSTS", ready.headers["strict-transport-security"] !== undefined, true);
    const answer = await this.#post(
      "/api/v1/auth/login",
      { email: this.#person.email, password },
      forgedHeaders,
    );
    this.#expect("the sign-in", answer.status, 200);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    this.#expect("the cookie is secure", /; Secure/i.test(cookie), true);
    this.#cookie = cookie.split(";", 1)[0] ?? "";
    this.#token = (JSON.parse(answer.text) as { accessToken: string }).accessToken;
    const sessions = await this.#client.call("/api/v1/auth/sessions", { headers: this.#authorized });
    const addresses = [...sessions.text.matchAll(/"address":"([^"]*)"/g)].map(([, address]) => address);
    this.#expect("the address of the client", addresses.join(), clientAddress);
  }

  /** Checks that calls for this machine only are refused for a client behind the proxy. */
  async #checkOwnMachine(): Promise<void> {
    this.#expect("the metrics", (await this.#client.call("/metrics")).status, 404);
    const demo = await this.#post("/api/v1/auth/login", { username: "inhaberin", password: demoPassword });
    this.#expect("the sign-in of a demonstration account", demo.status, 403);
  }

  /** Checks that the chunks of a stream arrive one after the other, and not all at the end. */
  async #checkStream(): Promise<void> {
    const answer = await this.#ask("/api/ai/stream", "#takt 100 #lang 20");
    this.#expect("the stream", answer.status, 200);
    this.#expect("the end of the stream", answer.text.includes("event: done"), true);
    const total = answer.arrivals.at(-1) ?? 0;
    const early = answer.arrivals.filter((at) => at < total / 2).length;
    this.#expect("chunks arrive while the stream runs", total > 500 && early >= 3, true);
  }

  async #checkUploads(): Promise<void> {
    const allowedUpload = await this.#upload(wavOf(10 * MB));
    this.#expect(`the largest recording (${allowedUpload.text.slice(0, 200)})`, allowedUpload.status, 200);
    const tooLargeResponse = await this.#upload(wavOf(10 * MB + 1));
    this.#expect("a larger recording", tooLargeResponse.status, 413);
    this.#expect(
      "the portal refuses it",
      tooLargeResponse.headers["content-type"],
      "application/problem+json; charset=utf-8",
    );
  }

  async #openSocket(): Promise<WebSocket> {
    const ticket = await this.#post("/api/v1/auth/ws-ticket", {}, this.#authorized);
    return this.#client.openSocket((JSON.parse(ticket.text) as { ticket: string }).ticket, this.#cookie);
  }

  /** Checks that a live connection survives a pause without messages. */
  async #checkSocket(socket: WebSocket, idleMs: number): Promise<void> {
    const closed = once(socket, "close").then(([code]) => `closed with ${String(code)}`);
    const early = await Promise.race([closed, sleep(idleMs, "open", { ref: false })]);
    this.#expect("the idle websocket", early, "open");
    if (early !== "open") return;
    const answered = once(socket, "message").then(([data]) => String(data));
    socket.send(JSON.stringify({ type: "ping" }));
    const answer = await Promise.race([closed, answered]);
    this.#expect("the response over the websocket", answer, JSON.stringify({ type: "pong" }));
    socket.terminate();
  }

  /** Checks that an answer arrives even if it takes longer than proxies wait by default. */
  async #checkLateAnswer(idleMs: number): Promise<void> {
    const answer = await this.#ask("/api/ai/proxy", `#warten ${idleMs}`);
    this.#expect("the late answer", answer.status, 200);
  }

  #ask(path: string, prompt: string): Promise<ProxyResponse> {
    return this.#post(path, { provider: testAi.provider, model: testAi.chat, prompt }, this.#authorized);
  }

  #upload(recording: Buffer): Promise<ProxyResponse> {
    return this.#client.call("/api/ai/transcribe", {
      method: "POST",
      headers: { ...this.#authorized, "content-type": `multipart/form-data; boundary=${boundary}` },
      body: formBytes([
        { name: "model", content: testAi.audio },
        { name: "provider", content: testAi.provider },
        { name: "audio", fileName: "diktat.wav", type: "audio/wav", content: recording },
      ]),
    });
  }

  #post(path: string, body: object, headers: Record<string, string> = {}): Promise<ProxyResponse> {
    return this.#client.call(path, {
      method: "POST",
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });
  }

  get #authorized(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, cookie: this.#cookie };
  }

  #expect(subject: string, found: unknown, expected: unknown): void {
    if (found !== expected) this.problems.push(`${subject}: ${String(found)} instead of ${String(expected)}`);
  }
}
