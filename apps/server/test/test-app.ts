import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { inject } from "vitest";
import { createApp } from "../src/app.ts";
import type { App } from "../src/app-types.ts";
import type { Clock } from "../src/platform/clock/clock.ts";
import { readConfig } from "../src/platform/config/config.ts";
import { closeDatabases, openDatabases } from "../src/platform/db/connect.ts";
import { unsavedKeyMessage } from "../src/platform/idempotency/idempotency.ts";
import { openBus } from "../src/platform/realtime/bus/open-bus.ts";
import { startTracing } from "../src/platform/tracing/start-tracing.ts";
import { startBackground } from "../src/start-background.ts";
import { roleUrl } from "./test-cluster.ts";

/** Clock that tests can advance. It starts at the real time, because the database has its own clock. */
class TestClock implements Clock {
  #offsetMs = 0;
  #stoppedAtMs: number | undefined;
  now(): Date {
    return new Date((this.#stoppedAtMs ?? Date.now()) + this.#offsetMs);
  }
  /** Stops the clock now. From then on only {@link advance} moves it. */
  stop(): void {
    this.#stoppedAtMs = Date.now();
  }
  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}

/** Creates a migrated database, cloned from the template of the test cluster. */
export async function createTestDatabase() {
  const { adminUrl, host, template } = inject("cluster");
  const name = `portal_test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  // Cloning needs exclusive access to the template, so concurrent test files take turns.
  await admin.query("select pg_advisory_lock(4711)");
  await admin.query(`create database "${name}" template "${template}" owner portal_owner strategy file_copy`);
  await admin.query("select pg_advisory_unlock(4711)");
  await admin.query(`grant connect on database "${name}" to portal_app, portal_platform`);
  // The data is not needed after the test, so commits need not wait for the disk.
  await admin.query(`alter database "${name}" set synchronous_commit = off`);
  return {
    urls: {
      owner: roleUrl(host, name, "owner"),
      app: roleUrl(host, name, "app"),
      platform: roleUrl(host, name, "platform"),
    },
    async drop() {
      await admin.query(`drop database if exists "${name}" with (force)`);
      await admin.end();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/**
 * Starts the real server with its own database on a free loopback port. Only the clock is controlled by tests.
 *
 * @param env Settings as environment variables.
 * @param database Migrated database, which is dropped when the server stops.
 */
export async function createTestApp(
  env: Readonly<Record<string, string>> = {},
  database?: Awaited<ReturnType<typeof createTestDatabase>>,
) {
  const { urls, drop } = database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), "praxisportal app-"));
  const clock = new TestClock();
  const logLines: string[] = [];
  const log = pino(
    { level: env["LOG_LEVEL"] ?? "info", base: null },
    { write: (line) => void logLines.push(line) },
  );
  const config = {
    ...readConfig({
      DATA_DIR: dataDir,
      PORT: "8080",
      DEMO: "on",
      // Test programs act as providers.
      AI_ALLOW_LOOPBACK: "on",
      ...env,
    }),
  };
  const tracing = await startTracing(config.tracing, log);
  const databases = openDatabases(urls, undefined, tracing);
  const bus = openBus({ url: urls.app, log });
  await bus.start();
  const masterKey = config.masterKey ?? Buffer.alloc(32, 7);
  const app: App = await createApp({ config, masterKey, databases, bus, clock, log, tracing });
  // Scheduled jobs of the features run only when a test starts them.
  const background = await startBackground({ app: { ...app, jobs: [] }, config, bus, clock, log });
  await app.server.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    app,
    bus,
    clock,
    config,
    databases,
    dataDir,
    logLines,
    urls,
    /** Base URL of the server. */
    baseUrl: `http://127.0.0.1:${port}`,
    /** The Origin header of a browser. */
    origin: config.publicUrl.origin,
    async stop() {
      await background.closeSockets();
      await app.server.close();
      await background.stop();
      await bus.stop();
      await closeDatabases(databases);
      await tracing?.stop();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
      if (logLines.some((line) => line.includes(unsavedKeyMessage))) throw new Error(unsavedKeyMessage);
    },
  };
}
