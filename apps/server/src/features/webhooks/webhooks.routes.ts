import * as endpoints from "@praxisportal/contract/webhooks/webhooks.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { TestDeliveryService } from "./delivery/test-delivery.service.ts";
import type { DeliveryLogService } from "./log/delivery-log.service.ts";
import type { ResendService } from "./log/resend.service.ts";
import { mayManageWebhooks } from "./webhooks.policy.ts";
import { presentEventTypes } from "./webhooks.presenter.ts";
import type { WebhookService } from "./webhooks.service.ts";

type Services = {
  webhooks: WebhookService;
  tests: TestDeliveryService;
  log: DeliveryLogService;
  resending: ResendService;
};

/** Registers the webhooks of an organization. */
export function registerWebhookRoutes(
  registrar: Registrar,
  { webhooks, tests, log, resending }: Services,
): void {
  const authorizeManager = (context: RequestContext) =>
    authorize(context, "webhooks.manage", mayManageWebhooks);

  registrar.handle(endpoints.listWebhooks, ({ context }) => webhooks.list(context.organization.db));

  registrar.handle(endpoints.listWebhookEventTypes, async () => presentEventTypes());

  registrar.handle(endpoints.createWebhook, ({ context, body }) =>
    webhooks.create(authorizeManager(context), body),
  );

  registrar.handle(endpoints.updateWebhook, ({ context, params, body, ifMatch }) =>
    webhooks.update(authorizeManager(context), params.webhookId, body, ifMatch),
  );

  registrar.handle(endpoints.removeWebhook, ({ context, params, ifMatch }) =>
    webhooks.remove(authorizeManager(context), params.webhookId, ifMatch),
  );

  registrar.handle(endpoints.rotateWebhookSecret, ({ context, params, body }) =>
    webhooks.rotateSecret(authorizeManager(context), params.webhookId, body),
  );

  registrar.handle(endpoints.testWebhook, ({ context, params }) =>
    tests.test(authorizeManager(context), params.webhookId),
  );

  registrar.handle(endpoints.listWebhookDeliveries, ({ context, params, query }) =>
    log.list(context.organization.db, params.webhookId, query),
  );

  registrar.handle(endpoints.getWebhookDelivery, ({ context, params }) =>
    log.get(context.organization.db, params.webhookId, params.deliveryId),
  );

  registrar.handle(endpoints.resendWebhookDelivery, ({ context, params }) =>
    resending.resend(authorizeManager(context), params.webhookId, params.deliveryId),
  );

  registrar.handle(endpoints.replayWebhook, ({ context, params, body }) =>
    resending.replay(authorizeManager(context), params.webhookId, body),
  );
}
