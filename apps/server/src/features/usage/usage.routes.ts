import * as endpoints from "@praxisportal/contract/usage/usage.endpoints";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayReadUsage } from "./usage.policy.ts";
import type { UsageService } from "./usage.service.ts";

type Parts = {
  usage: UsageService;
  /** Errors: 404 for whoever is no member of the practice. */
  assertMember: (db: OrganizationDb, personId: string) => Promise<unknown>;
};

/** What practices used of the AI. */
export function registerUsageRoutes(registrar: Registrar, { usage, assertMember }: Parts): void {
  registrar.handle(endpoints.getUsage, ({ context, query }) =>
    usage.get(context.organization.db, query.period),
  );

  registrar.handle(endpoints.getUsageHistory, ({ context, query }) =>
    usage.history(context.organization.db, query),
  );

  registrar.handle(endpoints.getProviderUsage, ({ context, params, query }) =>
    usage.provider(context.organization.db, params.p, query.period),
  );

  // Whoever is not known here is not found, whoever asks; only then it matters who asks.
  registrar.handle(endpoints.getPersonUsage, async ({ context, params, query }) => {
    const { db } = context.organization;
    if (context.caller.personId !== params.id) {
      await assertMember(db, params.id);
      authorize(context, "usage.person", mayReadUsage);
    }
    return usage.person(db, params.id, query.period);
  });

  registrar.handle(endpoints.getPracticeUsage, ({ context, query }) =>
    usage.get(context.organization.db, query.period),
  );
}
