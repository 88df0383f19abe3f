import * as endpoints from "@praxisportal/contract/usage/usage.endpoints";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayReadUsage } from "./usage.policy.ts";
import type { UsageService } from "./usage.service.ts";

type Dependencies = {
  usage: UsageService;
  /** Errors: 404 when the user is not a member of the organization. */
  assertMember: (db: OrganizationDb, personId: string) => Promise<unknown>;
};

/** AI usage of organizations. */
export function registerUsageRoutes(registrar: Registrar, { usage, assertMember }: Dependencies): void {
  registrar.handle(endpoints.getUsage, ({ context, query }) =>
    usage.get(context.organization.db, query.period),
  );

  registrar.handle(endpoints.getUsageHistory, ({ context, query }) =>
    usage.history(context.organization.db, query),
  );

  registrar.handle(endpoints.getProviderUsage, ({ context, params, query }) =>
    usage.provider(context.organization.db, params.p, query.period),
  );

  // A user who is not a member is 404 for every caller; the caller's permission is checked only after that.
  registrar.handle(endpoints.getPersonUsage, async ({ context, params, query }) => {
    const { db } = context.organization;
    if (context.caller.personId !== params.id) {
      await assertMember(db, params.id);
      authorize(context, "usage.user", mayReadUsage);
    }
    return usage.person(db, params.id, query.period);
  });

  registrar.handle(endpoints.getOrganizationAiUsage, ({ context, query }) =>
    usage.get(context.organization.db, query.period),
  );
}
