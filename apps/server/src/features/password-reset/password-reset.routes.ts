import * as endpoints from "@praxisportal/contract/password-reset/password-reset.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { PasswordResetService } from "./password-reset.service.ts";
import { presentOpenReset } from "./password-reset.presenter.ts";
import type { RescueService } from "./rescue.service.ts";

type Parts = {
  reset: PasswordResetService;
  rescue: RescueService;
  /** Counts an attempt with a link against its address. Errors: 429. */
  limitLinks: (origin: RequestOrigin) => Promise<void>;
};

/** Registers the ways to set a new password without the old one. None of them signs the user in. */
export function registerPasswordResetRoutes(registrar: Registrar, parts: Parts): void {
  const { reset, rescue, limitLinks } = parts;

  registrar.handle(endpoints.initiateReset, async ({ context, body }) => {
    await reset.initiate(body, context.origin);
  });

  registrar.handle(endpoints.checkReset, async ({ context, body }) => {
    await limitLinks(context.origin);
    return presentOpenReset(await reset.check(body));
  });

  registrar.handle(endpoints.confirmReset, async ({ context, body }) => {
    await limitLinks(context.origin);
    await reset.confirm(body, context.origin);
  });

  registrar.handle(endpoints.redeemRescue, async ({ context, body }) => {
    await rescue.redeem(body, context.origin);
  });
}
