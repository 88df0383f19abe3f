import type { getAiSwitches, listAiModels, listAiProviders } from "@praxisportal/contract/ai/ai.endpoints";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { organizationKeys, type Scope } from "../organization/organization-keys.ts";

const providersRoute = route<typeof listAiProviders>()("ai.listProviders", "GET", "/api/ai/providers");
const modelsRoute = route<typeof listAiModels>()("ai.listModels", "GET", "/api/ai/providers/{p}/models");
const switchesRoute = route<typeof getAiSwitches>()("ai.getSwitches", "GET", "/api/ai/switches");

const all = (scope: Scope) => [...organizationKeys.one(scope), "ai"] as const;

/** Keys of the data that determines which AI calls are allowed. */
export const providerKeys = {
  all,
  providers: (scope: Scope) => [...all(scope), "providers"] as const,
  /** The models of all providers. The key of a provider can be appended. */
  models: (scope: Scope) => [...all(scope), "models"] as const,
  policy: (scope: Scope) => [...all(scope), "policy"] as const,
  switches: (scope: Scope) => [...all(scope), "switches"] as const,
  /** The AI instruction of the user and of members. */
  instruction: (scope: Scope) => [...all(scope), "instruction"] as const,
  /** Prompt templates of the user and of the organization. */
  templates: (scope: Scope) => [...all(scope), "templates"] as const,
};

/**
 * Returns the query for all providers by name, with the reasons why the organization cannot use them, and the
 * platform-wide switch.
 */
export function providersQuery(scope: Scope) {
  return queryOptions({
    queryKey: providerKeys.providers(scope),
    queryFn: ({ signal }) => call(providersRoute, { signal }),
  });
}

/** Returns the query for all providers with their models, in one call. */
export function providersWithModelsQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...providerKeys.providers(scope), "models"],
    queryFn: ({ signal }) => call(providersRoute, { query: { models: "true" }, signal }),
  });
}

/** Returns the query for a provider's models with their prices. */
export function modelsQuery(scope: Scope, provider: string) {
  return queryOptions({
    queryKey: [...providerKeys.models(scope), provider],
    queryFn: async ({ signal }) => (await call(modelsRoute, { params: { p: provider }, signal })).data,
  });
}

/** Returns the query for the switches that stop AI use in the organization. */
export function switchesQuery(organizationId: string) {
  return queryOptions({
    queryKey: providerKeys.switches(organizationId),
    queryFn: ({ signal }) => call(switchesRoute, { signal }),
  });
}
