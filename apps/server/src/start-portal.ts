import { randomBytes } from "node:crypto";
import { createApp } from "./app.ts";
import type { App } from "./app-types.ts";
import { type DemoReceiver, startDemoReceiver } from "./demo-receiver.ts";
import { type Clock, systemClock } from "./platform/clock/clock.ts";
import { type Config, type DatabaseUrls, readConfig } from "./platform/config/config.ts";
import { loadMasterKey } from "./platform/config/keys.ts";
import { canOpenAll } from "./platform/crypto/reseal.worker.ts";
import { closeDatabases } from "./platform/db/connect.ts";
import { PlatformDb } from "./platform/db/platform-db.ts";
import { openLog } from "./platform/http/open-log.ts";
import { openBus } from "./platform/realtime/bus/open-bus.ts";
import { createProcessRegister } from "./platform/realtime/bus/process-register.platform-queries.ts";
import { startTracing } from "./platform/tracing/start-tracing.ts";
import { migrateDatabase, openDatabaseServer, openGuardedDatabases } from "./open-database.ts";
import { startDemoLegacy } from "./start-demo-legacy.ts";
import { writeSetupLink } from "./setup-link.ts";
import { assertClockAgrees, assertMailsAreSent, hasOtherProcess } from "./several-processes.ts";
import { startBackground } from "./start-background.ts";
import { assertPortFree, listen } from "./start-listening.ts";
import { StartRefusal } from "./start-refusal.ts";

const keyBytes = 24;

type StartOptions = {
  env: Readonly<Record<string, string | undefined>>;
  onStep: (text: string) => void;
  clock?: Clock;
};

/** Running portal. */
export type Portal = {
  app: App;
  config: Config;
  urls: DatabaseUrls;
  /** Text to print when the portal is running, with the URL and, in the demonstration, its accounts. */
  greeting: string;
  /** Resolves with a message when the embedded database stops unexpectedly. */
  databaseEnded: Promise<string> | undefined;
  /** Stops all parts in reverse order after open requests have finished. */
  stop(): Promise<void>;
};

/**
 * Starts the portal in this order: configuration, database, migrations, guards, application, listening. If a step
 * fails, stops the parts that were already started. Errors that the operator can fix have a one-line message.
 */
export async function startPortal({ env, onStep, clock = systemClock }: StartOptions): Promise<Portal> {
  const config = readConfig(env);
  const { log, close: closeLog } = openLog(config.logLevel);
  const stops: (() => Promise<void> | void)[] = [closeLog];
  const stop = async () => {
    for (const step of stops.splice(0).toReversed()) await step();
  };
  try {
    await assertPortFree(config);
    const tracing = await startTracing(config.tracing, log);
    if (tracing !== undefined) stops.push(() => tracing.stop());
    const database = await openDatabaseServer(config, onStep);
    stops.push(() => database.stop());
    const { urls } = database;
    const masterKey = await loadMasterKey(config.masterKey, config.dataDir);
    await migrateDatabase(urls, onStep);
    const databases = await openGuardedDatabases(urls, config.databaseConnections, tracing);
    stops.push(() => closeDatabases(databases));
    // The embedded database uses this machine's clock.
    if (config.databaseUrls) await assertClockAgrees(databases.platform, clock);
    const register = createProcessRegister(new PlatformDb(databases.platform));
    const bus = openBus({
      url: urls.app,
      nats: config.bus && { settings: config.bus, masterKey },
      register,
      log,
    });
    await bus.start();
    stops.push(() => bus.stop());
    const hasOthers = () => hasOtherProcess(register, bus.id);
    await assertMailsAreSent(config, hasOthers);
    const upstream = config.demo ? await startUpstream() : undefined;
    if (upstream !== undefined) stops.push(() => upstream.stop());
    const receiver = config.demo ? await startDemoReceiver() : undefined;
    if (receiver !== undefined) stops.push(() => receiver.stop());
    const legacy = await startDemoLegacy(config);
    if (legacy !== undefined) stops.push(() => legacy.stop());
    const app = await createApp({
      config: {
        ...config,
        outgoing: allowOriginOf(config.outgoing, upstream),
        deliveryTargets: allowOriginOf(config.deliveryTargets, receiver),
        legacy: legacy?.settings ?? config.legacy,
      },
      masterKey,
      databases,
      bus,
      clock,
      log,
      tracing,
    });
    await assertKeyFits(app);
    await guardDemo(app, { config, receiver, onStep });
    if (upstream !== undefined) await app.demoAi.register(upstream);
    const setupLinkFile = config.demo ? undefined : await writeSetupLink(app.setup, config, hasOthers);
    const background = await startBackground({ app, config, bus, clock, log });
    stops.push(() => background.stop());
    await listen(app.server, config);
    stops.push(() => app.server.close());
    stops.push(() => background.closeSockets());
    onStep("listening");
    return {
      app,
      config,
      urls,
      greeting: greetingOf(app, config, setupLinkFile),
      databaseEnded: database.ended,
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Throws if stored secrets can be opened with neither the current nor the previous key. */
async function assertKeyFits({ platformDb, sealedSecrets }: App): Promise<void> {
  if (await canOpenAll(platformDb, sealedSecrets)) return;
  throw new StartRefusal(
    "MASTER_KEY: the secrets in this database are sealed with another key. Set that key, or add it as MASTER_KEY_PREVIOUS to replace it.",
  );
}

/**
 * Seeds the demonstration in an empty database. Throws if a regular portal is started on the database of a
 * demonstration.
 */
async function guardDemo(
  app: App,
  {
    config,
    receiver,
    onStep,
  }: { config: Config; receiver: DemoReceiver | undefined } & Pick<StartOptions, "onStep">,
): Promise<void> {
  if (config.demo) {
    // Seeding makes calls, which are refused during maintenance.
    const isNew = !config.maintenance && (await app.demo.seed(receiver));
    if (isNew) onStep("demonstration organizations created");
    else if (receiver !== undefined) await app.demo.moveReceiver(receiver.url);
  } else if (await app.isDemo()) {
    throw new StartRefusal(
      "DEMO: this database contains the demonstration, whose password is public. Remove it with `npm run demo:remove`.",
    );
  }
}

/** Starts the simulated AI provider inside this process, so that it cannot outlive the portal. */
async function startUpstream() {
  const { startDemoAiUpstream } = await import("../../demo-ai-upstream/src/demo-ai-upstream.ts");
  return startDemoAiUpstream({ key: `demo-${randomBytes(keyBytes).toString("base64url")}` });
}

/**
 * Returns the rules with calls to one program of the demonstration allowed, but to no other program on this machine.
 */
function allowOriginOf<Rules extends { allowedOrigins: ReadonlySet<string> }>(
  rules: Rules,
  program: { url: string } | undefined,
): Rules {
  if (program === undefined) return rules;
  const { origin } = new URL(program.url);
  return { ...rules, allowedOrigins: new Set([...rules.allowedOrigins, origin]) };
}

function greetingOf(
  { demoAccounts, demoPassword }: App,
  config: Config,
  setupLinkFile: string | undefined,
): string {
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
  lines.push("", "Press Ctrl+C to stop.", "");
  return lines.join("\n");
}
