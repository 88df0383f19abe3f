import { registerBillingRoutes } from "./features/billing/billing.routes.ts";
import { BillingService } from "./features/billing/billing.service.ts";
import { QuotaService } from "./features/billing/quota.service.ts";
import { readPersonUsage } from "./features/usage/usage.queries.ts";
import { registerUsageRoutes } from "./features/usage/usage.routes.ts";
import { UsageService } from "./features/usage/usage.service.ts";
import type { PeopleService } from "./features/users/people.service.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { IdentityDb } from "./platform/db/handles.ts";
import type { Registrar } from "./platform/http/registrar.ts";

type Dependencies = { db: IdentityDb; clock: Clock; people: PeopleService };

/** Usage queries for other features. */
export const usageReads = { readPersonUsage };

/** Wires up AI usage and billing and registers their calls. */
export function composeBilling(registrar: Registrar, { people, ...dependencies }: Dependencies): void {
  const usage = new UsageService(dependencies);
  registerUsageRoutes(registrar, { usage, assertMember: (db, personId) => people.get(db, personId) });
  registerBillingRoutes(registrar, {
    quota: new QuotaService(dependencies),
    billing: new BillingService({ ...dependencies, usage }),
  });
}
