import type { Logger } from "pino";
import type { App } from "./app-types.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { Config } from "./platform/config/config.ts";
import { deviceCookie } from "./platform/http/origin/cookies.ts";
import { resealJob } from "./platform/crypto/reseal.worker.ts";
import { cleanupJob } from "./platform/jobs/cleanup.ts";
import { Scheduler } from "./platform/jobs/scheduler.ts";
import { uptimeJob } from "./platform/jobs/uptime.ts";
import { measureJobs } from "./platform/metrics/measure-portal.ts";
import { createMailHandlers } from "./platform/mail/mail-handler.ts";
import { createMailSender } from "./platform/mail/mail-sender.ts";
import { checkProof } from "./directory/sign-in.policy.ts";
import { OutboxEngine } from "./platform/outbox/outbox-engine.ts";
import type { OutboxHandler, OutboxHandlers } from "./platform/outbox/outbox-message.ts";
import { type Bus, outboxChannel } from "./platform/realtime/bus.ts";
import { sessionTimesRequest } from "./platform/realtime/session-times-request.ts";
import { createSocketAccess } from "./platform/realtime/socket-access.ts";
import { SystemAlerts } from "./platform/realtime/system-alerts.ts";
import { SocketHub } from "./platform/realtime/socket-hub.ts";
import type { SocketLimits } from "./platform/realtime/socket-index.ts";

/** Parallel calls to external services. They are mostly idle, so the limit is high. */
const outgoingInFlight = 256;

type BackgroundDependencies = { app: App; config: Config; bus: Bus; clock: Clock; log: Logger };

/** Work that runs alongside the requests. */
export type Background = {
  /** Closes the websockets. Must be called before closing the HTTP server, which waits for open connections. */
  closeSockets(): Promise<void>;
  /**
   * Stops outbox, jobs and mail. Must be called after closing the HTTP server, so that all rows written by requests are
   * still handled.
   */
  stop(): Promise<void>;
};

/**
 * Starts outbox, scheduled jobs and websockets. During maintenance websockets are refused and no other work runs, so
 * that the portal changes no data.
 */
export async function startBackground({
  app,
  config,
  bus,
  clock,
  log,
}: BackgroundDependencies): Promise<Background> {
  const { identityDb, platformDb, callers, live, metrics } = app;
  const alerts = new SystemAlerts({ live, db: platformDb, log });
  const sender = createMailSender({ ...config, log });
  const outbox = { db: platformDb, log, onParked: () => void alerts.raise("messageGivenUp") };
  const [outgoing, own] = partition(app.outboxHandlers, ({ callsOthers }) => callsOthers === true);
  const engines = [
    new OutboxEngine({
      ...outbox,
      handlers: {
        ...own,
        ...createMailHandlers({
          jobs: app.mailJobs,
          notifications: app.notificationMails,
          sender,
          publicUrl: config.publicUrl,
        }),
      },
    }),
    new OutboxEngine({ ...outbox, handlers: outgoing, maxInFlight: outgoingInFlight }),
  ];
  if (!config.maintenance) {
    for (const engine of engines) {
      bus.subscribe(outboxChannel, () => engine.requestPoll());
      bus.onGap(() => engine.requestPoll());
      engine.start();
    }
  }

  const jobs = [
    uptimeJob(platformDb),
    cleanupJob(platformDb, app.deletions),
    resealJob(platformDb, app.sealedSecrets, log),
    ...app.jobs,
  ];
  measureJobs(
    metrics,
    app.storedState,
    jobs.map(({ name }) => name),
  );
  const scheduler = new Scheduler({
    db: platformDb,
    jobs,
    log,
    onFailed: () => void alerts.raise("jobFailed"),
  });
  if (!config.maintenance) await scheduler.start();

  const access = createSocketAccess({
    identityDb,
    platformDb,
    clock,
    resolveCaller: (credentials) => callers.resolve(credentials),
    checkProof: (session) =>
      checkProof(session, { demo: config.demo, offersTwoFactor: config.features.twoFactor }),
    resolveSession: app.resolveSession,
  });
  const requests = sessionTimesRequest(access, clock);
  const hub = new SocketHub({
    origins: config.origins,
    cookie: deviceCookie(config),
    trustedProxies: config.trustedProxies,
    limits: socketLimits(config.limits),
    bus,
    live,
    access,
    requests,
    log,
    maintenance: config.maintenance,
  });
  metrics.gauge({
    name: "praxisportal_websockets_open",
    help: "Open websockets of this process",
    read: () => hub.size,
  });
  if (config.features.websocket) hub.attach(app.server.server);

  return {
    closeSockets: () => hub.close(),
    async stop() {
      await scheduler.stop();
      await Promise.all(engines.map((engine) => engine.stop()));
      await sender.close();
    },
  };
}

/** Splits the handlers into those that meet the condition and the others. */
function partition(
  handlers: OutboxHandlers,
  condition: (handler: OutboxHandler) => boolean,
): [OutboxHandlers, OutboxHandlers] {
  const handlersThat = (isMatching: boolean) =>
    Object.fromEntries(Object.entries(handlers).filter(([, handler]) => condition(handler) === isMatching));
  return [handlersThat(true), handlersThat(false)];
}

function socketLimits(limits: Config["limits"]): SocketLimits {
  const limitOf = (count: number) => (count === 0 ? Number.POSITIVE_INFINITY : count);
  return {
    perPerson: limitOf(limits.socketsPerPerson),
    perOrganization: limitOf(limits.socketsPerOrganization),
    perNetwork: limitOf(limits.connectionsPerAddress),
  };
}
