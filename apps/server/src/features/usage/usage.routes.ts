import * as endpoints from "@praxisportal/contract/usage/usage.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayReadUsage } from "./usage.policy.ts";
import type { UsageService } from "./usage.service.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import { readUser } from "../../directory/read-user.ts";

type Dependencies = {
  usage: UsageService;
  clock: Clock;
};

/** Registers the calls for the AI usage of organizations. */
export function registerUsageRoutes(registrar: Registrar, { usage, clock }: Dependencies): void {
  registrar.handle(endpoints.getUsage, ({ context, query }) =>
    usage.get(context.organization.db, query.period),
  );

  registrar.handle(endpoints.getUsageHistory, ({ context, query }) =>
    usage.history(context.organization.db, query),
  );

  registrar.handle(endpoints.getProviderUsage, ({ context, params, query }) =>
    usage.provider(context.organization.db, params.p, query.period),
  );

  // Every caller gets 404 for a user who is not a member. The caller's permission is checked only after that.
  registrar.handle(endpoints.getPersonUsage, async ({ context, params, query }) => {
    const { db } = context.organization;
    if (context.caller.personId !== params.id) {
      await readUser(db, params.id, clock.now());
      authorize(context, "usage.user", mayReadUsage);
    }
    return usage.person(db, params.id, query.period);
  });

  registrar.handle(endpoints.getOrganizationAiUsage, ({ context, query }) =>
    usage.get(context.organization.db, query.period),
  );
}
