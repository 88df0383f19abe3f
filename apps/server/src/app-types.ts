import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Auth } from "./features/auth/create-auth.ts";
import type { createDemo } from "./features/demo/create-demo.ts";
import type { createSetup } from "./features/setup/create-setup.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { Config } from "./platform/config/config.ts";
import type { SealedSecrets } from "./platform/crypto/sealed-columns.ts";
import type { Databases } from "./platform/db/connect.ts";
import type { IdentityDb } from "./platform/db/handles.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { Deletion } from "./platform/jobs/deletion.queries.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import type { StoredState } from "./platform/metrics/stored-state.platform-queries.ts";
import type { StoredStateReader } from "./platform/metrics/stored-state.ts";
import type { Job } from "./platform/jobs/scheduler.ts";
import type { MailJobs } from "./platform/mail/mail-job.ts";
import type { NotificationMails } from "./platform/mail/mail-handler.ts";
import type { OutboxHandlers } from "./platform/outbox/outbox-message.ts";
import type { Bus } from "./platform/realtime/bus.ts";
import type { LiveEvents } from "./platform/realtime/live-events.ts";
import type { Tracing } from "./platform/tracing/tracing.ts";

/** Input of the composition root. */
export type AppDependencies = {
  config: Config;
  masterKey: Buffer;
  databases: Databases;
  bus: Bus;
  clock: Clock;
  log: Logger;
  tracing?: Tracing | undefined;
};

/** The complete server, not yet listening. */
export type App = Pick<Auth, "callers" | "resolveSession"> &
  Pick<ReturnType<typeof createSetup>, "setup"> &
  ReturnType<typeof createDemo> & {
    server: FastifyInstance;
    platformDb: PlatformDb;
    identityDb: IdentityDb;
    live: LiveEvents;
    metrics: Metrics;
    storedState: StoredStateReader<StoredState | undefined>;
    /** Functions that prepare the mails of the outbox. */
    mailJobs: MailJobs;
    /** The stored notifications whose mail is due. */
    notificationMails: NotificationMails;
    /** Scheduled jobs of the features. */
    jobs: readonly Job[];
    /** The columns that are stored sealed, and their keys. */
    sealedSecrets: SealedSecrets;
    /** Rows that the cleanup deletes. */
    deletions: readonly Deletion[];
    /** Outbox handlers of the features by topic. */
    outboxHandlers: OutboxHandlers;
  };
