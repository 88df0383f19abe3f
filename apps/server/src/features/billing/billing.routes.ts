import * as endpoints from "@praxisportal/contract/billing/billing.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayChangeQuota, mayExport } from "./billing.policy.ts";
import type { BillingService } from "./billing.service.ts";
import type { QuotaService } from "./quota.service.ts";

/** Registers limits and costs of AI use. */
export function registerBillingRoutes(
  registrar: Registrar,
  { quota, billing }: { quota: QuotaService; billing: BillingService },
): void {
  registrar.handle(endpoints.getQuota, ({ context, query }) => quota.get(context, query));

  registrar.handle(endpoints.changeQuota, ({ context, query: { dryRun }, body, ifMatch }) =>
    quota.change(authorize(context, "billing.changeQuota", mayChangeQuota), body, { dryRun, ifMatch }),
  );

  registrar.handle(endpoints.getBillingHistory, ({ context, query }) =>
    billing.history(context.organization.db, query.limit),
  );

  registrar.handle(endpoints.getCosts, ({ context, query }) =>
    billing.costs(context.organization.db, query.period),
  );

  registrar.handle(endpoints.exportBilling, ({ context, query }) =>
    billing.export(authorize(context, "billing.export", mayExport), query),
  );
}
