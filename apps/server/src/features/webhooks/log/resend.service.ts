import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { WebhookDelivery } from "@praxisportal/contract/webhooks/webhook-deliveries.schema";
import type { replayWebhook } from "@praxisportal/contract/webhooks/webhooks.endpoints";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { presentDelivery } from "./delivery-log.presenter.ts";
import { readDelivery } from "./delivery-log.queries.ts";
import * as queries from "./resend.queries.ts";

type Dependencies = {
  clock: Clock;
  /** Makes the outbox look for due messages. Called after the commit. */
  onQueued: () => void;
};

/** Sends deliveries again at the request of an administrator. */
export class ResendService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends one delivery again. Errors: 404, 409 CONFLICT while an attempt is due or the webhook is disabled. */
  async resend(
    { context }: Authorized<"webhooks.manage">,
    webhookId: string,
    id: string,
  ): Promise<WebhookDelivery> {
    const { organization } = context;
    const now = this.#dependencies.clock.now();
    await organization.db.write(async (db, tx) => {
      const name = await enabledName(db, organization.id, webhookId);
      if (!(await queries.hasDelivery(db, organization.id, webhookId, id)))
        throw new ProblemError("NOT_FOUND");
      if (!(await queries.requeueOne(db, organization.id, id, now))) throw new ProblemError("CONFLICT");
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "webhook.resent",
        target: { type: "webhook", id: webhookId, display: name },
      });
    });
    this.#dependencies.onQueued();
    const delivery = await readDelivery(organization.db, webhookId, id);
    if (delivery === undefined) throw new ProblemError("NOT_FOUND");
    return presentDelivery(delivery.delivery);
  }

  /** Sends the deliveries of a time range again and returns their number. Errors: 404, 409 CONFLICT while disabled. */
  async replay(
    { context }: Authorized<"webhooks.manage">,
    webhookId: string,
    range: BodyOf<typeof replayWebhook>,
  ) {
    const { organization } = context;
    const now = this.#dependencies.clock.now();
    const deliveries = await organization.db.write(async (db, tx) => {
      const name = await enabledName(db, organization.id, webhookId);
      const count = await queries.requeueRange(db, organization.id, webhookId, { ...range, now });
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "webhook.replayed",
        target: { type: "webhook", id: webhookId, display: name },
        changes: { deliveries: [null, count] },
      });
      return count;
    });
    this.#dependencies.onQueued();
    return { deliveries };
  }
}

/** Returns the name of an enabled webhook. Errors: 404, 409 CONFLICT. */
async function enabledName(
  db: OrganizationQueries,
  organizationId: string,
  webhookId: string,
): Promise<string> {
  const webhook = await queries.lockWebhook(db, organizationId, webhookId);
  if (webhook === undefined) throw new ProblemError("NOT_FOUND");
  if (!webhook.enabled) throw new ProblemError("CONFLICT");
  return webhook.name;
}
