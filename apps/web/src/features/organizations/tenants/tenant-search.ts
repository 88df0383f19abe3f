import { createListSearch, oneOf } from "../../../platform/list/list-search.ts";

export const tenantStatuses = ["active", "trial", "suspended"] as const;
export const tenantPlans = ["starter", "basic", "professional", "enterprise"] as const;
export const healthKinds = [
  "trial_ending",
  "limit_reached",
  "limit_near",
  "webhooks_failing",
  "sync_failed",
  "inactive",
] as const;

/** The URL state of the list. Values and sort fields are listed here to keep the schemas out of the bundle. */
export const tenantSearch = createListSearch({
  filters: { status: oneOf(tenantStatuses), plan: oneOf(tenantPlans), health: oneOf(healthKinds) },
  sortFields: ["name", "status", "plan", "createdAt", "currentUsers", "tokensUsed", "lastSignInAt"],
  defaultSort: { sortBy: "name", sortOrder: "asc" },
});

export type TenantSearch = ReturnType<typeof tenantSearch.parse>["search"];
