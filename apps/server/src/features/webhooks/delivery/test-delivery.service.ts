import { uuidV7 } from "@praxisportal/contract/identifiers";
import { webhookTestsPerMinute } from "@praxisportal/contract/limits";
import type { Dispatcher } from "undici";
import { rateLimitRule, attemptKey, type RateLimiter } from "../../../directory/rate-limiter.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import type { WebhookSecrets } from "../webhook-secrets.ts";
import { readTarget } from "../webhooks.queries.ts";
import { buildRequest, maskRequest } from "./build-request.ts";
import { sendRequest } from "./send-request.ts";

type Dependencies = {
  clock: Clock;
  limits: RateLimiter;
  secrets: WebhookSecrets;
  /** Used for all calls to webhooks. */
  dispatcher: Dispatcher;
};

const minuteMs = 60_000;
const testRule = rateLimitRule(webhookTestsPerMinute, minuteMs);

/** Sends test events while the caller waits. */
export class TestDeliveryService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends a test event. Returns a failure of the receiver as a result, not as an error. Errors: 404, 429. */
  async test({ context }: Authorized<"webhooks.manage">, id: string) {
    const { clock, limits, secrets, dispatcher } = this.#dependencies;
    const { organization } = context;
    const now = clock.now();
    const target = await readTarget(organization.db, id, now);
    if (target === undefined) throw new ProblemError("NOT_FOUND");
    await limits.consume(attemptKey("webhook-test", organization.id), testRule, "TOO_MANY_REQUESTS");
    const event = {
      id: uuidV7(),
      type: "webhook.test",
      organizationId: organization.id,
      sequence: 0,
      occurredAt: now,
      ids: { webhookId: id },
    };
    const request = buildRequest({ ...target, id }, event, { secrets, now });
    const { failure, status, durationMs, answer } = await sendRequest(request, { dispatcher });
    return {
      succeeded: failure === null,
      failure,
      status,
      durationMs,
      request: maskRequest(request, Object.keys(secrets.openHeaders(id, target.headers))),
      answer,
    };
  }
}
