import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSecondPortal } from "../second-portal.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";
import { MailServer } from "./mail-server.ts";
import { busConnectionText, dropNotifications, TcpProxy } from "../tcp-proxy.ts";

/** Process of the portal whose LISTEN connection to the database can be disturbed. */
export class ClusterPortal {
  readonly #testApp: TestApp;
  readonly #proxy: TcpProxy;
  readonly #env: Readonly<Record<string, string>>;
  readonly #cut: { isCut: boolean };
  readonly #dataDir: string;
  readonly #mails: MailServer;
  #child: ChildProcess | undefined;
  /** The application as clients see it through this process. */
  app: TestApp;

  private constructor(
    testApp: TestApp,
    { proxy, mails }: { proxy: TcpProxy; mails: MailServer },
    cut: { isCut: boolean },
    dataDir: string,
    env: Readonly<Record<string, string>>,
  ) {
    this.#testApp = testApp;
    this.app = testApp;
    this.#proxy = proxy;
    this.#mails = mails;
    this.#cut = cut;
    this.#dataDir = dataDir;
    this.#env = env;
  }

  static async start(
    testApp: TestApp,
    env: Readonly<Record<string, string>> = {},
    isCut = false,
  ): Promise<ClusterPortal> {
    const cut = { isCut };
    const proxy = await TcpProxy.open(Number(new URL(testApp.urls.app).port), {
      heldText: busConnectionText,
      change: dropNotifications(() => cut.isCut),
    });
    const dataDir = await mkdtemp(join(tmpdir(), "praxisportal cluster-"));
    const mails = await MailServer.start();
    const portal = new ClusterPortal(testApp, { proxy, mails }, cut, dataDir, env);
    await portal.#start();
    return portal;
  }

  async #start(): Promise<void> {
    const app = new URL(this.#testApp.urls.app);
    app.port = String(this.#proxy.port);
    const urls = { ...this.#testApp.urls, app: app.href };
    const env = {
      PUBLIC_URL: this.#testApp.origin,
      AI_ALLOW_LOOPBACK: "on",
      SMTP_URL: this.#mails.url,
      ...this.#env,
    };
    const { child, baseUrl } = await startSecondPortal({ urls }, this.#dataDir, env);
    this.#child = child;
    this.app = { ...this.#testApp, baseUrl };
  }

  /** Whether the LISTEN connection stays open without transferring data. */
  set isHung(isHung: boolean) {
    this.#proxy.isHeld = isHung;
  }

  /** Whether the process receives no notifications while its LISTEN connection works. */
  set isCut(isCut: boolean) {
    this.#cut.isCut = isCut;
  }

  /** Returns a client that is signed in through another process and works with this one. */
  clientOf(client: TestClient): TestClient {
    const ownClient = new TestClient(this.app, client.kind);
    ownClient.accessToken = client.accessToken;
    ownClient.cookie = client.cookie;
    ownClient.headers = { ...client.headers };
    return ownClient;
  }

  /** Addresses to which this process has sent a mail. */
  get mailedTo(): readonly string[] {
    return this.#mails.recipients;
  }

  async readiness(): Promise<number> {
    const response = await fetch(new URL("/readyz", this.app.baseUrl));
    await response.arrayBuffer();
    return response.status;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    }
    this.#proxy.close();
    await this.#mails.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
