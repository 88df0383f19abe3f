import type { WebhookDeliveryListQuery } from "@praxisportal/contract/webhooks/webhook-deliveries.schema";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { buildRequest, maskRequest } from "../delivery/build-request.ts";
import type { WebhookSecrets } from "../webhook-secrets.ts";
import { readTarget } from "../webhooks.queries.ts";
import { presentAttempt, presentDelivery } from "./delivery-log.presenter.ts";
import { type DeliveryCursor, isBackward, readDelivery, readPage } from "./delivery-log.queries.ts";

type Dependencies = { clock: Clock; secrets: WebhookSecrets };

/** Reads the delivery log of webhooks. */
export class DeliveryLogService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns a page of deliveries. Errors: 400 for a malformed cursor, 404. */
  async list(
    db: OrganizationDb,
    webhookId: string,
    { limit, cursor: cursorText, sortOrder, sortBy: _createdAt, ...filter }: WebhookDeliveryListQuery,
  ) {
    const cursor = readCursor(cursorText);
    const isBack = isBackward(cursor, sortOrder);
    const [before, after] = sortOrder === "desc" ? ["newer", "older"] : ["older", "newer"];
    // Reading one delivery more than requested shows whether there is another page.
    const page = await readPage(db, webhookId, filter, { cursor, limit: limit + 1, sortOrder });
    if (!page.exists) throw new ProblemError("NOT_FOUND");
    const hasMore = page.rows.length > limit;
    const rows = isBack ? page.rows.slice(hasMore ? 1 : 0) : page.rows.slice(0, limit);
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      data: rows.map(presentDelivery),
      pagination: {
        limit,
        prevCursor: first && cursor !== undefined && (!isBack || hasMore) ? `${before}-${first.id}` : null,
        nextCursor: last && (isBack || hasMore) ? `${after}-${last.id}` : null,
        totalEstimate: page.total,
      },
    };
  }

  /** Returns a delivery with its request, as it would be sent now, and its attempts. Errors: 404. */
  async get(db: OrganizationDb, webhookId: string, id: string) {
    const { clock, secrets } = this.#dependencies;
    const now = clock.now();
    const [stored, target] = await Promise.all([
      readDelivery(db, webhookId, id),
      readTarget(db, webhookId, now),
    ]);
    if (stored === undefined || target === undefined) throw new ProblemError("NOT_FOUND");
    const { delivery, attempts } = stored;
    const event = {
      id: delivery.event_id,
      type: delivery.event_type,
      organizationId: db.organizationId,
      sequence: Number(delivery.sequence),
      occurredAt: delivery.occurred_at,
      ids: delivery.ids,
    };
    const sentAt = delivery.last_attempt_at ?? now;
    const request = buildRequest({ ...target, id: webhookId }, event, { secrets, now: sentAt });
    const ownNames = Object.keys(secrets.openHeaders(webhookId, target.headers));
    return {
      ...presentDelivery(delivery),
      request: maskRequest(request, ownNames),
      attemptLog: attempts.map(presentAttempt),
    };
  }
}

function readCursor(text: string | undefined): DeliveryCursor | undefined {
  if (text === undefined) return undefined;
  const [, side, id] = /^(older|newer)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  if (side === undefined || id === undefined) {
    throw new ProblemError("VALIDATION_FAILED", {
      issues: [{ path: "cursor", code: "invalidFormat", params: {} }],
    });
  }
  return { side: side as DeliveryCursor["side"], id };
}
