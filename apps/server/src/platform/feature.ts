import type { SealedColumn } from "./crypto/sealed-columns.ts";
import type { Registrar } from "./http/registrar.ts";
import type { Deletion } from "./jobs/deletion.queries.ts";
import type { Job } from "./jobs/scheduler.ts";
import type { MailJobs } from "./mail/mail-job.ts";
import type { OutboxHandlers } from "./outbox/outbox-message.ts";

/** Contributions of a feature to the server. */
export type Feature = {
  /** Registers the routes of the feature. */
  registerRoutes: (registrar: Registrar) => void;
  /** Scheduled jobs. */
  jobs?: readonly Job[];
  /** Deletions that the hourly cleanup runs in this order. */
  deletions?: readonly Deletion[];
  /** Columns of sealed secrets. */
  sealed?: readonly SealedColumn[];
  /** Outbox handlers by topic. */
  outboxHandlers?: OutboxHandlers;
  /** Functions that prepare the mails of the feature. */
  mails?: Partial<MailJobs>;
  /** Releases the open resources of the feature. Called when the server closes. */
  close?: () => Promise<void>;
};
