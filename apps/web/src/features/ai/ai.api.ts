import type * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import type { AiPolicyView } from "@praxisportal/contract/ai/policy.schema";
import type { AiModel, AiProvider } from "@praxisportal/contract/ai/providers.schema";
import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import { queryOptions } from "@tanstack/react-query";
import { providerKeys } from "../../entities/provider/provider.api.ts";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type { AiModel, AiPolicyView, AiProvider };
export type ProviderBody = BodyInputOf<typeof endpoints.updateAiProvider>;
export type ApprovalBody = BodyInputOf<typeof endpoints.updateAiApproval>;
export type PolicyBody = BodyInputOf<typeof endpoints.updateAiPolicy>;

/** Organization the tab works in, or null if there is none. Live events invalidate every key below "organizations". */
export type AiScope = string | null;

const providerPath = "/api/ai/providers/{p}" as const;
const updateRoute = route<typeof endpoints.updateAiProvider>()(
  "ai.updateProvider",
  "PUT",
  `${providerPath}/credentials`,
);
const testRoute = route<typeof endpoints.testAiProvider>()("ai.testProvider", "POST", `${providerPath}/test`);
const approvalRoute = route<typeof endpoints.updateAiApproval>()(
  "ai.updateApproval",
  "PUT",
  `${providerPath}/approval`,
);
const policyRoute = route<typeof endpoints.getAiPolicy>()("ai.getPolicy", "GET", "/api/ai/policy");
const updatePolicyRoute = route<typeof endpoints.updateAiPolicy>()(
  "ai.updatePolicy",
  "PUT",
  "/api/ai/policy",
);

/** Returns the query for the requirements that the organization sets for providers. */
export function policyQuery(organizationId: string) {
  return queryOptions({
    queryKey: providerKeys.policy(organizationId),
    queryFn: ({ signal }) => call(policyRoute, { signal }),
  });
}

/**
 * @throws ApiError PRECONDITION_FAILED if the provider has changed since it was read, VALIDATION_FAILED,
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
