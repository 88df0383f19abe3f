import type * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import type { AiPolicyView } from "@praxisportal/contract/ai/policy.schema";
import type { AiModel, AiProvider } from "@praxisportal/contract/ai/providers.schema";
import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type { AiModel, AiPolicyView, AiProvider };
export type ProviderBody = BodyInputOf<typeof endpoints.updateAiProvider>;
export type ApprovalBody = BodyInputOf<typeof endpoints.updateAiApproval>;
export type PolicyBody = BodyInputOf<typeof endpoints.updateAiPolicy>;

/** Organization the tab works in; null for none. Live events invalidate every key below "organizations". */
export type AiScope = string | null;

const one = "/api/ai/providers/{p}" as const;
const providersRoute = route<typeof endpoints.listAiProviders>()(
  "ai.listProviders",
  "GET",
  "/api/ai/providers",
);
const modelsRoute = route<typeof endpoints.listAiModels>()("ai.listModels", "GET", `${one}/models`);
const updateRoute = route<typeof endpoints.updateAiProvider>()(
  "ai.updateProvider",
  "PUT",
  `${one}/credentials`,
);
const testRoute = route<typeof endpoints.testAiProvider>()("ai.testProvider", "POST", `${one}/test`);
const approvalRoute = route<typeof endpoints.updateAiApproval>()(
  "ai.updateApproval",
  "PUT",
  `${one}/approval`,
);
const policyRoute = route<typeof endpoints.getAiPolicy>()("ai.getPolicy", "GET", "/api/ai/policy");
const updatePolicyRoute = route<typeof endpoints.updateAiPolicy>()(
  "ai.updatePolicy",
  "PUT",
  "/api/ai/policy",
);
const switchesRoute = route<typeof endpoints.getAiSwitches>()("ai.getSwitches", "GET", "/api/ai/switches");
const peopleRoute = route<typeof listOrganizationUsers>()(
  "organizations.listUsers",
  "GET",
  "/api/v1/organizations/{id}/users",
);

/** Parent key of all AI queries of this organization. */
export const aiKey = (scope: AiScope) => ["organizations", scope, "ai"] as const;

/** All providers by name, and the platform-wide switch. */
export function providersQuery(scope: AiScope) {
  return queryOptions({
    queryKey: [...aiKey(scope), "providers"],
    queryFn: ({ signal }) => call(providersRoute, { signal }),
  });
}

/** A provider's models with their prices. */
export function modelsQuery(scope: AiScope, provider: string) {
  return queryOptions({
    queryKey: [...aiKey(scope), "models", provider],
    queryFn: async ({ signal }) => (await call(modelsRoute, { params: { p: provider }, signal })).data,
  });
}

/** Requirements that the practice sets for providers. */
export function policyQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...aiKey(organizationId), "policy"],
    queryFn: ({ signal }) => call(policyRoute, { signal }),
  });
}

/** The switches that stop AI use in the practice. */
export function switchesQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...aiKey(organizationId), "switches"],
    queryFn: ({ signal }) => call(switchesRoute, { signal }),
  });
}

const peopleShown = 6;

/** First few members whose name contains `text`. */
export function aiPeopleQuery(organizationId: string, text: string) {
  return queryOptions({
    queryKey: [...aiKey(organizationId), "people", text],
    queryFn: async ({ signal }) => {
      const query = { search: text, limit: peopleShown };
      const { data } = await call(peopleRoute, { params: { id: organizationId }, query, signal });
      return data.map(({ id, personalInfo: { firstName, lastName } }) => ({
        id,
        name: `${firstName} ${lastName}`.trim(),
      }));
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * @throws ApiError PRECONDITION_FAILED when the provider has changed since it was read; VALIDATION_FAILED,
 * STEP_UP_REQUIRED.
 */
export function updateProvider(provider: string, body: ProviderBody, version: number): Promise<AiProvider> {
  return call(updateRoute, { params: { p: provider }, body, ifMatch: version });
}

/**
 * Requests one token from a provider. A failure of the provider is part of the result.
 * @throws ApiError NOT_FOUND.
 */
export function testProvider(provider: string, model: string) {
  return call(testRoute, { params: { p: provider }, body: { model } });
}

/** @throws ApiError PRECONDITION_FAILED, VALIDATION_FAILED, STEP_UP_REQUIRED. */
export function updateApproval(provider: string, body: ApprovalBody, version: number): Promise<AiProvider> {
  return call(approvalRoute, { params: { p: provider }, body, ifMatch: version });
}

/** @throws ApiError PRECONDITION_FAILED, VALIDATION_FAILED, STEP_UP_REQUIRED. */
export function updatePolicy(body: PolicyBody, version: number): Promise<AiPolicyView> {
  return call(updatePolicyRoute, { body, ifMatch: version });
}
