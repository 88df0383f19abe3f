import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { type App, createApp } from "./app.ts";
import { demoAccounts, demoPassword } from "./features/demo/demo-people.ts";
import { hasDemo } from "./features/demo/demo.platform-queries.ts";
import { systemClock } from "./platform/clock/clock.ts";
import { type Config, type DatabaseUrls, readConfig } from "./platform/config/config.ts";
import { loadMasterKey } from "./platform/config/keys.ts";
import { closeDatabases, openDatabases, prepareEmbeddedRoles, roleFault } from "./platform/db/connect.ts";
import { migrate } from "./platform/db/migrate.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres/embedded-postgres.ts";
import { PostgresBus } from "./platform/realtime/postgres-bus.ts";
import { startBackground } from "./start-background.ts";
import { listenRefusal, StartRefusal } from "./start-refusal.ts";

type StartOptions = {
  env: Readonly<Record<string, string | undefined>>;
  onStep: (text: string) => void;
};

/** A running portal. */
export type Portal = {
  app: App;
  config: Config;
  urls: DatabaseUrls;
  /** What to print when everything runs: address, and with the demonstration its accounts. */
  greeting: string;
  /** Resolves with a line when the embedded database ends by itself. */
  databaseEnded: Promise<string> | undefined;
  /** Ends everything within 5 seconds; open requests finish first. */
  stop(): Promise<void>;
};

/**
 * Starts everything in order: configuration, database, migrations, guards, application, listening. What was
 * started before a failure is stopped again. Errors that the operator can act on are one line.
 */
export async function startPortal({ env, onStep }: StartOptions): Promise<Portal> {
  const config = readConfig(env);
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const { urls, ended } = await openServer(config, onStep, stops);
    const masterKey = await loadMasterKey(config.masterKey, config.dataDir);
    if (urls.owner) {
      const applied = await migrate(urls.owner);
      onStep(applied.length > 0 ? `database migrated (${applied.length} steps)` : "database is up to date");
    }
    const databases = openDatabases(urls);
    stops.push(() => closeDatabases(databases));
    for (const database of [databases.app, databases.platform]) {
      const fault = await roleFault(database);
      if (fault)
        throw new StartRefusal(`DATABASE_URL: ${fault}; \`npm run db:setup\` makes roles that are safe.`);
    }
    const bus = new PostgresBus({ url: urls.app, log });
    await bus.start();
    stops.push(() => bus.stop());
    const app = await createApp({ config, masterKey, databases, bus, clock: systemClock, log });
    await guardDemo(app, config, onStep);
    const setupLinkFile = await prepareSetupLink(app, config);
    const background = await startBackground({ app, config, bus, log });
    stops.push(() => background.stop());
    await listen(app, config);
    stops.push(() => app.server.close());
    onStep("listening");
    return { app, config, urls, greeting: greetingOf(config, setupLinkFile), databaseEnded: ended, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

async function openServer(config: Config, onStep: (text: string) => void, stops: (() => Promise<void>)[]) {
  if (config.databaseUrls) return { urls: config.databaseUrls, ended: undefined };
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, onStep });
  stops.push(() => server.stop());
  onStep(`PostgreSQL ${server.version} is running`);
  const ended = server.exited.then((reason) => `The database ended: ${String(reason)}`);
  return { urls: await prepareEmbeddedRoles(server.superuserUrl, config.dataDir), ended };
}

/** Seeds the demonstration in an empty database, and keeps it from ever serving real people by accident. */
async function guardDemo(app: App, config: Config, onStep: (text: string) => void): Promise<void> {
  if (config.demo) {
    if (await app.demo.seed()) onStep("demonstration practices made");
  } else if (await hasDemo(app.platformDb)) {
    throw new StartRefusal(
      "DEMO: this database holds the demonstration, whose password is public; remove it with `npm run demo:remove`.",
    );
  }
}

/** Without an administrator: a one-time link in a file that only the owner can read; the log names the file only. */
async function prepareSetupLink(app: App, config: Config): Promise<string | undefined> {
  const file = join(config.dataDir, "setup-link.txt");
  const link = config.demo ? undefined : await app.setup.makeLink(config.publicUrl);
  if (link === undefined) {
    await rm(file, { force: true });
    return undefined;
  }
  await mkdir(config.dataDir, { recursive: true });
  await rm(file, { force: true });
  await writeFile(file, `${link}\n`, { mode: 0o600, flag: "wx" });
  return file;
}

async function listen(app: App, config: Config): Promise<void> {
  // "localhost" opens both loopback families where they exist.
  const host = config.hosts.length > 1 ? "localhost" : (config.hosts[0] ?? "localhost");
  try {
    await app.server.listen({ host, port: config.port });
  } catch (error) {
    throw listenRefusal(error, host, config.port);
  }
}

function greetingOf(config: Config, setupLinkFile: string | undefined): string {
  const lines = ["", `Praxisportal is running: ${config.publicUrl.origin}`];
  if (config.demo) {
    lines.push("", `Demonstration accounts (password of all: ${demoPassword})`);
    for (const account of demoAccounts) {
      lines.push(
        `  ${account.username.padEnd(12)} ${account.role.padEnd(15)} ${account.firstName} ${account.lastName}`,
      );
    }
  }
  if (setupLinkFile)
    lines.push("", `There is no administrator yet. Open the link in ${setupLinkFile} within 30 minutes.`);
  lines.push("", "Ctrl+C ends it.", "");
  return lines.join("\n");
}
