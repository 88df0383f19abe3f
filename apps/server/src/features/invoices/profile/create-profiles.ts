import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { OperatorService } from "../operator/operator.service.ts";
import { TaxRateService } from "../operator/tax-rates.service.ts";
import { BillingProfileService } from "./billing-profile.service.ts";

type Dependencies = { db: IdentityDb; platformDb: PlatformDb; clock: Clock };

/** Master data of invoices: those of the organizations, those of the operator, and the tax rates. */
export type ProfileServices = {
  profiles: BillingProfileService;
  operator: OperatorService;
  taxRates: TaxRateService;
};

/** Creates the services for billing profiles, the operator profile and tax rates. */
export function createProfiles(dependencies: Dependencies): ProfileServices {
  return {
    profiles: new BillingProfileService(dependencies),
    operator: new OperatorService(dependencies),
    taxRates: new TaxRateService(dependencies),
  };
}
