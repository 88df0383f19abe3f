import type {
  DiscardedMessages,
  DiscardMessages,
  RetriedMessages,
  RetryJob,
  RetryMessages,
} from "@praxisportal/contract/background-work/background-work.schema";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { retryFailedJob } from "../../platform/jobs/scheduler.queries.ts";
import { mailLifetimesMs } from "../../platform/mail/mail-lifetimes.ts";
import { discardUndeliverable, type Retried, retryParked } from "../../platform/outbox/outbox.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock };

/** Retries or discards the background work that failed. The processes that do the work find it at their next poll. */
export class BackgroundWorkService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Makes the messages due again that were given up. Errors: 403 STEP_UP_REQUIRED. */
  async retryMessages(
    { context }: Authorized<"backgroundWork.retryMessages">,
    { topic }: RetryMessages,
  ): Promise<RetriedMessages> {
    const { platformDb, clock } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    return platformDb.write(async (tx, db) => {
      const found = totalOf(await retryParked(db, topic, mailLifetimesMs));
      if (found.retried > 0)
        tx.record({
          ...context.auditBase(),
          organizationId: platformChainId,
          action: "platform.messages_retried",
          target: { type: "system", id: null, ...(topic !== undefined && { display: topic }) },
          changes: { messages: [null, found.retried] },
        });
      return found;
    });
  }

  /** Deletes the messages that can no longer be sent. Errors: 403 STEP_UP_REQUIRED. */
  async discardMessages(
    { context }: Authorized<"backgroundWork.discardMessages">,
    { topic }: DiscardMessages,
  ): Promise<DiscardedMessages> {
    const { platformDb, clock } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    return platformDb.write(async (tx, db) => {
      const discarded = await discardUndeliverable(db, topic, mailLifetimesMs);
      if (discarded > 0)
        tx.record({
          ...context.auditBase(),
          organizationId: platformChainId,
          action: "platform.messages_discarded",
          target: { type: "system", id: null, ...(topic !== undefined && { display: topic }) },
          changes: { messages: [discarded, null] },
        });
      return { discarded };
    });
  }

  /** Errors: 403 STEP_UP_REQUIRED, 404, 409 CONFLICT for a job that did not fail or that is running. */
  async retryJob({ context }: Authorized<"backgroundWork.retryJob">, { job }: RetryJob): Promise<void> {
    const { platformDb, clock } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    await platformDb.write(async (tx, db) => {
      const found = await retryFailedJob(db, job);
      if (found === "missing") throw new ProblemError("NOT_FOUND");
      if (found === "notFailed") throw new ProblemError("CONFLICT");
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "platform.job_retried",
        target: { type: "system", id: null, display: job },
      });
    });
  }
}

function totalOf(found: readonly Retried[]): RetriedMessages {
  const sum = (count: (group: Retried) => number) => found.reduce((total, group) => total + count(group), 0);
  return {
    retried: sum(({ retried }) => retried),
    refused: sum(({ refused }) => refused),
    expired: sum(({ expired }) => expired),
  };
}
