import type { Logger } from "pino";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { EventRow } from "../../platform/events/event-row.ts";
import type { Feature } from "../../platform/feature.ts";
import { announceMessages } from "../../platform/outbox/announce-messages.ts";
import { createOutgoingAgent } from "../../platform/outgoing/outgoing-agent.ts";
import { checkOutgoingUrl, type OutgoingRules } from "../../platform/outgoing/outgoing-rules.ts";
import type { Bus } from "../../platform/realtime/bus.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { deleteExpiredSecrets, deleteOldDeliveries } from "./deletions.queries.ts";
import { AttemptAnnouncer } from "./delivery/attempt-announcer.ts";
import * as deliveries from "./delivery/deliver.platform-queries.ts";
import { createDeliveryHandler } from "./delivery/deliver.ts";
import { FanOut } from "./delivery/fan-out.ts";
import { insertDeliveries, releaseHeld } from "./delivery/fan-out.platform-queries.ts";
import { deliveryTopic } from "./delivery/requeue.queries.ts";
import { StatementBatcher } from "./delivery/statement-batcher.ts";
import { TestDeliveryService } from "./delivery/test-delivery.service.ts";
import { disable, webhookHealthJob } from "./health/webhook-health.worker.ts";
import { DeliveryLogService } from "./log/delivery-log.service.ts";
import { ResendService } from "./log/resend.service.ts";
import { eventDocumentation } from "./receiver/event-documentation.ts";
import { WebhookSecrets } from "./webhook-secrets.ts";
import { registerWebhookRoutes } from "./webhooks.routes.ts";
import { WebhookService } from "./webhooks.service.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  log: Logger;
  bus: Bus;
  limits: RateLimiter;
  sealingKeys: SealingKeys;
  /** Rules for outgoing calls. */
  outgoing: OutgoingRules;
  notifications: Notifications;
};

/** Creates the webhooks of organizations. */
export function createWebhooks({ limits, sealingKeys, outgoing, notifications, ...rest }: Dependencies) {
  const { platformDb: db, clock, log, bus } = rest;
  const dispatcher = createOutgoingAgent(outgoing);
  const secrets = new WebhookSecrets(sealingKeys);
  const onQueued = () => announceMessages(bus);
  const health = { platformDb: db, clock, notices: notifications.notices };
  const services = {
    webhooks: new WebhookService({
      clock,
      secrets,
      checkAddress: (address) => void checkOutgoingUrl(address, outgoing),
    }),
    tests: new TestDeliveryService({ clock, limits, secrets, dispatcher }),
    log: new DeliveryLogService({ clock, secrets }),
    resending: new ResendService({ clock, onQueued }),
  };
  const fanOut = new FanOut({
    clock,
    log,
    insertDeliveries: (events, now) => insertDeliveries(db, events, now),
    releaseHeld: (ids, now) => releaseHeld(db, ids, now),
    onQueued,
  });
  const announcer = new AttemptAnnouncer({
    record: ({ organizationId, webhookId }) =>
      db.write(async (tx) => tx.record({ event: "webhook.attempted", organizationId, ids: { webhookId } })),
    onError: (error) => log.warn({ err: error }, "webhooks: attempts not announced"),
  });
  const dueBatcher = new StatementBatcher((keys: readonly deliveries.DeliveryKey[]) =>
    deliveries.readDue(db, keys, clock.now()),
  );
  const successBatcher = new StatementBatcher(async (successes: readonly deliveries.Success[]) => {
    await deliveries.storeSuccesses(db, successes, clock.now());
    return successes.map(() => undefined);
  });
  const handler = createDeliveryHandler({
    clock,
    secrets,
    dispatcher,
    onAttempt: (due) => announcer.announce(due),
    store: {
      readDue: (organizationId, id) => dueBatcher.add({ organizationId, id }),
      hold: (due) => deliveries.holdDelivery(db, due),
      skip: (due) => deliveries.skipDelivery(db, due),
      postpone: (due, until) => deliveries.postponeDelivery(db, due, until),
      takeProbe: (due, now, nextProbeAt) => deliveries.takeProbe(db, due, now, nextProbeAt),
      storeSuccess: (success) => successBatcher.add(success),
      storeFailure: (...failure) => deliveries.storeFailure(db.writes, ...failure),
      storeGone: (due, ...failure) =>
        db.write(async (tx, queries) => {
          await deliveries.storeFailure(queries, due, ...failure);
          const { organizationId, webhookId: id } = due;
          await disable(health, { organizationId, id }, "gone", { tx, db: queries });
        }),
    },
  });
  return {
    /** Creates the deliveries of recorded events. It is idempotent. */
    passOn: (row: EventRow) => fanOut.add(row),
    /** The part about events in the API documentation. */
    documentedEvents: eventDocumentation,
    deletions: [deleteExpiredSecrets, deleteOldDeliveries],
    sealed: [
      { table: "webhook_secret", column: "secret", context: "webhook_secret", contextColumn: "id" },
      { table: "webhook", column: "headers", context: "webhook_headers", contextColumn: "id" },
    ],
    jobs: [webhookHealthJob(health)],
    outboxHandlers: { [deliveryTopic]: handler },
    registerRoutes: (registrar) => registerWebhookRoutes(registrar, services),
    close: () => {
      announcer.close();
      return dispatcher.destroy();
    },
  } satisfies Feature & Record<string, unknown>;
}
