import type { SealedColumn } from "./crypto/sealed-columns.ts";
import type { Registrar } from "./http/registrar.ts";
import type { Deletion } from "./jobs/deletion.queries.ts";
import type { Job } from "./jobs/scheduler.ts";
import type { MailJobs } from "./mail/mail-job.ts";
import type { OutboxHandlers } from "./outbox/outbox-message.ts";

/** What a feature adds to the server. */
export type Feature = {
  /** Registers the calls. */
  registerRoutes: (registrar: Registrar) => void;
  /** Scheduled jobs. */
  jobs?: readonly Job[];
  /** What the cleanup deletes every hour, in this order. */
  deletions?: readonly Deletion[];
  /** Columns of sealed secrets. */
  sealed?: readonly SealedColumn[];
  /** Outbox handlers by topic. */
  outboxHandlers?: OutboxHandlers;
  /** How the mails of the feature are prepared. */
  mails?: Partial<MailJobs>;
  /** Releases what the feature holds open; called when the server closes. */
  close?: () => Promise<void>;
};
