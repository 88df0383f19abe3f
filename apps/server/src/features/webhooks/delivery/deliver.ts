import type { Dispatcher } from "undici";
import type { Clock } from "../../../platform/clock/clock.ts";
import {
  type OutboxHandler,
  type OutboxMessage,
  PostponedError,
} from "../../../platform/outbox/outbox-message.ts";
import type { WebhookSecrets } from "../webhook-secrets.ts";
import { buildRequest, type WebhookTarget } from "./build-request.ts";
import type { DueDelivery, Settlement, Success } from "./deliver.platform-queries.ts";
import { nextDelayMs, retryAfterMs } from "./retry-schedule.ts";
import { type AttemptResult, sendRequest } from "./send-request.ts";

/** Interval between the probes of a paused webhook. */
const probeIntervalMs = 5 * 60_000;
/** Deliveries that wait for a probe are retried at random times within this period after it. */
const afterProbeMs = 30_000;
/** Maximum difference between the clocks of the database and of this process. */
const earlyMs = 1_000;
const goneStatus = 410;

/** Stored deliveries of all organizations. */
export type DeliveryStore = {
  readDue: (organizationId: string, id: string) => Promise<DueDelivery | undefined>;
  hold: (due: DueDelivery) => Promise<boolean>;
  skip: (due: DueDelivery) => Promise<void>;
  postpone: (due: DueDelivery, until: Date) => Promise<void>;
  takeProbe: (due: DueDelivery, now: Date, nextProbeAt: Date) => Promise<boolean>;
  storeSuccess: (success: Success) => Promise<void>;
  storeFailure: (...failure: FailureToStore) => Promise<void>;
  /** Stores an attempt with the response 410 and disables the webhook, in one transaction. */
  storeGone: (...failure: FailureToStore) => Promise<void>;
};

type FailureToStore = [
  due: DueDelivery,
  result: AttemptResult,
  settlement: Settlement,
  times: { startedAt: Date; now: Date; nextProbeAt: Date },
];

/** Accepted attempt, which is stored while the next one is made. */
type Attempted = { stored: Promise<void> };

type Dependencies = {
  clock: Clock;
  secrets: WebhookSecrets;
  /** Used for all calls to webhooks. */
  dispatcher: Dispatcher;
  store: DeliveryStore;
  /** Called after each attempt. */
  onAttempt: (due: DueDelivery) => void;
};

/**
 * Creates the outbox handler that makes one attempt. The delivery stores the time of the next one, and its outbox row
 * becomes due at that time.
 */
export function createDeliveryHandler(dependencies: Dependencies): OutboxHandler {
  const { clock, store } = dependencies;

  async function handle({ payload }: OutboxMessage, signal: AbortSignal): Promise<Attempted | void> {
    const { organizationId, deliveryId } = payload as Readonly<Record<string, string>>;
    const now = clock.now();
    const due = await store.readDue(String(organizationId), String(deliveryId));
    // The delivery was removed with its webhook, or settled by a process that died before it deleted the outbox row.
    if (due === undefined || due.state !== "pending") return;
    const waitMs = due.nextAttemptAt === null ? 0 : Date.parse(due.nextAttemptAt) - now.getTime();
    if (waitMs > earlyMs) throw new PostponedError(waitMs);
    if (!due.enabled) return store.skip(due);
    if (!due.isOpen) {
      if (await store.hold(due)) return;
      throw new PostponedError(0);
    }
    await assertNotPaused(due, now);
    return attempt(due, now, signal);
  }

  /** Checks that a webhook is not paused. While it is, allows one delivery as a probe and postpones the others. */
  async function assertNotPaused(due: DueDelivery, now: Date): Promise<void> {
    if (due.probeAt === null) return;
    if (await store.takeProbe(due, now, new Date(now.getTime() + probeIntervalMs))) return;
    const probeMs = Math.max(Date.parse(due.probeAt) - now.getTime(), 0);
    const delayMs = Math.round(probeMs + afterProbeMs * Math.random());
    await store.postpone(due, new Date(now.getTime() + delayMs));
    throw new PostponedError(delayMs);
  }

  async function attempt(due: DueDelivery, startedAt: Date, signal: AbortSignal): Promise<Attempted | void> {
    const { secrets, dispatcher } = dependencies;
    const request = buildRequest(targetOf(due), eventOf(due), { secrets, now: startedAt });
    const result = await sendRequest(request, { dispatcher, signal });
    if (result.failure === null) {
      const success = { due, result, scheduledAttempts: due.scheduledAttempts + 1, startedAt };
      return { stored: store.storeSuccess(success).then(() => dependencies.onAttempt(due)) };
    }
    const now = clock.now();
    const { settlement, delayMs } = settlementOf(due, result, now);
    const nextProbeAt = new Date(now.getTime() + probeIntervalMs);
    const storeFailure = result.status === goneStatus ? store.storeGone : store.storeFailure;
    await storeFailure(due, result, settlement, { startedAt, now, nextProbeAt });
    dependencies.onAttempt(due);
    if (delayMs !== undefined) throw new PostponedError(delayMs);
  }

  return {
    handle,
    targetOf: ({ payload }) => String(payload["webhookId"]),
    orderOf: ({ payload }) => Number(payload["sequence"]),
    callsOthers: true,
  };
}

/**
 * Returns the state of a delivery after a failed attempt and, if there is another attempt, the delay before it in ms.
 */
function settlementOf(
  { scheduledAttempts }: DueDelivery,
  { status, retryAfter }: AttemptResult,
  now: Date,
): { settlement: Settlement; delayMs: number | undefined } {
  const postponedMs = status === goneStatus ? undefined : retryAfterMs(retryAfter, now);
  const usedAttempts = postponedMs === undefined ? scheduledAttempts + 1 : scheduledAttempts;
  const delayMs = status === goneStatus ? undefined : (postponedMs ?? nextDelayMs(usedAttempts));
  const nextAttemptAt = delayMs === undefined ? null : new Date(now.getTime() + delayMs);
  const state = delayMs === undefined ? "failed" : "pending";
  return { settlement: { state, scheduledAttempts: usedAttempts, nextAttemptAt }, delayMs };
}

function targetOf({ webhookId, url, apiVersion, headers, secrets }: DueDelivery): WebhookTarget {
  const bytes = (text: string) => Buffer.from(text, "base64");
  return {
    id: webhookId,
    url,
    api_version: apiVersion,
    headers: headers === null ? null : bytes(headers),
    secrets: secrets.map(({ id, secret }) => ({ id, secret: bytes(secret) })),
  };
}

function eventOf(due: DueDelivery) {
  const { eventId, eventType, organizationId, sequence, occurredAt, ids } = due;
  return {
    id: eventId,
    type: eventType,
    organizationId,
    sequence,
    occurredAt: new Date(occurredAt),
    ids,
  };
}
