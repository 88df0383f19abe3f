import type * as endpoints from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { OrgTokenPair } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

export type { OrgTokenPair };

const organizationsRoute = route<typeof endpoints.listUserOrganizations>()(
  "orgTokens.userOrganizations",
  "GET",
  "/api/v1/org-tokens/user/organizations",
);
const switchRoute = route<typeof endpoints.switchOrganization>()(
  "orgTokens.switchOrganization",
  "POST",
  "/api/v1/org-tokens/switch-org",
);
const validateRoute = route<typeof endpoints.validateOrgToken>()(
  "orgTokens.validate",
  "POST",
  "/api/v1/org-tokens/validate",
);
const refreshRoute = route<typeof endpoints.refreshOrgToken>()(
  "orgTokens.refresh",
  "POST",
  "/api/v1/org-tokens/refresh",
);

/** Query for the organizations in which the user can grant access to an application. */
export const ownOrganizationsQuery = queryOptions({
  queryKey: ["org-tokens", "organizations"],
  queryFn: async ({ signal }) => (await call(organizationsRoute, { signal })).organizations,
});

/**
 * Returns the headers that name the organization and the application. The endpoints expect them in addition to the
 * body.
 */
const headersOf = (organizationId: string, applicationId?: string) => ({
  "X-Organization-Id": organizationId,
  ...(applicationId === undefined ? {} : { "X-Application-Id": applicationId }),
});

export type Issue = BodyInputOf<typeof endpoints.switchOrganization> & { readonly applicationId: string };

/**
 * Returns a token pair for the user's application, shown once.
 * @throws ApiError, or Error if the pair is for another organization.
 */
export async function issueToken(body: Issue): Promise<OrgTokenPair> {
  const headers = headersOf(body.organizationId, body.applicationId);
  const pair = await call(switchRoute, { body, headers });
  if (pair.organization.id !== body.organizationId)
    throw new Error("the tokens are for another organization");
  return pair;
}

/**
 * Checks an access token in an organization. Any text that is not a valid token results in `valid: false`.
 * @throws ApiError.
 */
export function validateToken(organizationId: string, accessToken: string) {
  return call(validateRoute, { body: { organizationId, accessToken }, headers: headersOf(organizationId) });
}

/** Exchanges a refresh token for a new pair. The refresh token can then no longer be used. @throws ApiError. */
export function renewTokens(
  organizationId: string,
  applicationId: string,
  refreshToken: string,
): Promise<OrgTokenPair> {
  const body = { organizationId, applicationId, refreshToken };
  return call(refreshRoute, { body, headers: headersOf(organizationId, applicationId) });
}
