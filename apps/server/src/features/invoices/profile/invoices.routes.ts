import * as endpoints from "@praxisportal/contract/invoices/invoices.endpoints";
import type { Registrar } from "../../../platform/http/registrar.ts";
import { authorize } from "../../../platform/request-context/authorized.ts";
import { mayChangeOperator } from "../operator/operator.policy.ts";
import { mayChangeProfile, mayConfirmVatId } from "./billing-profile.policy.ts";
import type { ProfileServices } from "./create-profiles.ts";

/** Registers the calls for billing profiles, the operator profile and tax rates. */
export function registerProfileRoutes(
  registrar: Registrar,
  { profiles, operator, taxRates }: ProfileServices,
): void {
  registrar.handle(endpoints.getBillingProfile, ({ context }) => profiles.read(context.organization.db));

  registrar.handle(endpoints.changeBillingProfile, ({ context, body, ifMatch }) =>
    profiles.change(authorize(context, "invoices.changeProfile", mayChangeProfile), body, ifMatch),
  );

  registrar.handle(endpoints.confirmVatId, ({ context, body }) =>
    profiles.confirmVatId(authorize(context, "invoices.confirmVatId", mayConfirmVatId), body),
  );

  registrar.handle(endpoints.getOperatorProfile, () => operator.read());

  registrar.handle(endpoints.changeOperatorProfile, ({ context, body, ifMatch }) =>
    operator.change(authorize(context, "invoices.changeOperator", mayChangeOperator), body, ifMatch),
  );

  registrar.handle(endpoints.listTaxRates, async () => ({ data: await taxRates.list() }));

  registrar.handle(endpoints.addTaxRate, ({ context, body }) =>
    taxRates.add(authorize(context, "invoices.addTaxRate", mayChangeOperator), body),
  );

  registrar.handle(endpoints.removeTaxRate, ({ context, params }) =>
    taxRates.remove(authorize(context, "invoices.removeTaxRate", mayChangeOperator), params),
  );
}
