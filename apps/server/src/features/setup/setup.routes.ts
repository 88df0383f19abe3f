import { checkSetup, completeSetup } from "@praxisportal/contract/setup/setup.endpoints";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { SetupService } from "./setup.service.ts";

/** Registers the endpoints of the setup link. `limit` counts attempts per address, so that links cannot be guessed. */
export function registerSetupRoutes(
  registrar: Registrar,
  setup: SetupService,
  limit: (origin: RequestOrigin) => Promise<void>,
): void {
  registrar.handle(checkSetup, async ({ body, context }) => {
    await limit(context.origin);
    return setup.check(body.token);
  });

  registrar.handle(completeSetup, async ({ body, context }) => {
    await limit(context.origin);
    return setup.complete(body, context.origin);
  });
}
