import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runningEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { findRunningPostmaster } from "../../apps/server/src/platform/embedded-postgres/postmaster-file.ts";
import { findFreePort } from "../../apps/server/test/cluster/free-port.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const READY_TIMEOUT_MS = 300_000;

/** Kill targets, used in turn. */
export const killTargets = ["server", "database", "both"] as const;
export type KillTarget = (typeof killTargets)[number];

/** A system user by number. */
export type ProcessUser = Readonly<{ uid: number; gid: number }>;

/**
 * Options of a portal process. `user` is the system user that runs it, which only root can choose. `root` is another
 * checkout of the repository.
 */
type ProcessOptions = Readonly<{ user?: ProcessUser; root?: string }>;

/** The real portal in its own process, with the demonstration in its own data folder. */
export class PortalProcess {
  readonly dataDir: string;
  readonly origin: string;
  readonly #port: number;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #options: ProcessOptions;
  #child: ChildProcess | undefined;
  #output = "";

  private constructor(
    dataDir: string,
    port: number,
    settings: Readonly<Record<string, string>>,
    options: ProcessOptions,
  ) {
    this.dataDir = dataDir;
    this.#port = port;
    this.#settings = settings;
    this.#options = options;
    this.origin = `http://localhost:${port}`;
  }

  /**
   * Creates a portal that is not started yet, on a free port that it keeps across restarts. `settings` override its
   * own.
   */
  static async create(
    dataDir: string,
    settings: Record<string, string> = {},
    options: ProcessOptions = {},
  ): Promise<PortalProcess> {
    return new PortalProcess(dataDir, await findFreePort(), settings, options);
  }

  /** Connection URL of its database, which must be running. */
  get databaseUrl(): string {
    const running = runningEmbeddedPostgres(this.dataDir);
    if (!running) throw new Error("PostgreSQL is not running");
    return running.superuserUrl.replace(/\/[^/]*$/, "/praxisportal");
  }

  /** Output of the running process so far. */
  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Starts the portal and waits for the first 200 of `/readyz`.
   * @returns milliseconds from the start of the process to that response.
   * @throws Error with the output if the process ends before.
   */
  async start(): Promise<number> {
    this.#output = "";
    const startedAt = performance.now();
    const { user, root = ROOT } = this.#options;
    const child = spawn(process.execPath, [join(root, "apps/server/src/main.ts")], {
      ...user,
      env: {
        ...process.env,
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        DEMO: "on",
        DEMO_HISTORY: "off",
        LOG_LEVEL: "error",
        ...this.#settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    const collect = (chunk: Buffer): void => {
      this.#output += chunk.toString("utf8");
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    while (performance.now() - startedAt < READY_TIMEOUT_MS) {
      if (!this.isRunning) throw new Error(`The portal ended while starting:\n${this.#output}`);
      if (await this.isReady()) return performance.now() - startedAt;
      await sleep(10);
    }
    throw new Error(`The portal was not ready in time:\n${this.#output}`);
  }

  async isReady(): Promise<boolean> {
    try {
      const response = await fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(2000) });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false;
    }
  }

  /** Sends SIGKILL to one part or both. */
  async kill(target: KillTarget): Promise<void> {
    if (target === "server") await this.killServer();
    else if (target === "database") await this.#endDatabase("SIGKILL");
    else await this.#killBoth();
  }

  /** Stops PostgreSQL at once, without a checkpoint (immediate shutdown). The portal is expected to exit. */
  async stopDatabase(): Promise<void> {
    await this.#endDatabase("SIGQUIT");
  }

  /** Stops the portal's process without ending it, until it is resumed or killed. */
  suspend(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Sends SIGKILL to the portal's process. PostgreSQL continues as an orphan. */
  async killServer(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Sends a signal to PostgreSQL's main process. The portal is expected to exit by itself. */
  async #endDatabase(signal: NodeJS.Signals): Promise<void> {
    const running = findRunningPostmaster(join(this.dataDir, "postgres"));
    if (!running) throw new Error("PostgreSQL is not running");
    process.kill(running.pid, signal);
    await this.waitForEnd();
  }

  async #killBoth(): Promise<void> {
    const running = findRunningPostmaster(join(this.dataDir, "postgres"));
    if (running) process.kill(running.pid, "SIGKILL");
    await this.#end("SIGKILL");
  }

  /** Stops the portal gracefully. @returns the exit code */
  async stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  async waitForEnd(): Promise<number | null> {
    const child = this.#child;
    if (!child || !this.isRunning) return child?.exitCode ?? null;
    const [code] = (await once(child, "exit", { signal: AbortSignal.timeout(30_000) })) as [number | null];
    return code;
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.isRunning) return this.#child?.exitCode ?? null;
    const ended = this.waitForEnd();
    this.#child?.kill(signal);
    return ended;
  }
}
