import * as endpoints from "@praxisportal/contract/password-reset/password-reset.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { PasswordResetService } from "./password-reset.service.ts";
import { presentOpenReset } from "./password-reset.presenter.ts";
import type { RecoveryService } from "./recovery.service.ts";

type Dependencies = {
  reset: PasswordResetService;
  recovery: RecoveryService;
  /** Counts an attempt with a link against its address. Errors: 429. */
  limitLinks: (origin: RequestOrigin) => Promise<void>;
};

/** Registers the ways to set a new password without the old one. None of them signs the user in. */
export function registerPasswordResetRoutes(registrar: Registrar, dependencies: Dependencies): void {
  const { reset, recovery, limitLinks } = dependencies;

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

  registrar.handle(endpoints.redeemRecoveryCode, async ({ context, body }) => {
    await recovery.redeem(body, context.origin);
  });
}
