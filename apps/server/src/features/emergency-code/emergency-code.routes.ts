import * as endpoints from "@praxisportal/contract/emergency-code/emergency-code.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayManageEmergencyCode } from "./emergency-code.policy.ts";
import type { EmergencyCodeService } from "./emergency-code.service.ts";
import type { RedeemCodeService } from "./redeem-code.service.ts";

type Dependencies = { codes: EmergencyCodeService; redemption: RedeemCodeService };

/** Registers the calls about the emergency code. None of them signs the user in. */
export function registerEmergencyCodeRoutes(registrar: Registrar, { codes, redemption }: Dependencies): void {
  registrar.handle(endpoints.getEmergencyCode, ({ context }) => codes.status(context.organization.db));

  registrar.handle(endpoints.createEmergencyCode, ({ context }) =>
    codes.create(authorize(context, "emergencyCode.create", mayManageEmergencyCode)),
  );

  registrar.handle(endpoints.withdrawEmergencyCode, async ({ context }) => {
    await codes.withdraw(authorize(context, "emergencyCode.withdraw", mayManageEmergencyCode));
  });

  registrar.handle(endpoints.redeemEmergencyCode, async ({ context, body }) => {
    await redemption.redeem(body, context.origin);
  });
}
