import type * as endpoints from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { OrgToken, OrgTokenStatistics } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { listQuery, type TokenSearch } from "./list/token-search.ts";

export type { OrgToken, OrgTokenStatistics };

/** Organization whose tokens are listed, or null for all. */
export type TokenScope = string | null;

// Types only, because reading needs no schemas.
const allRoute = route<typeof endpoints.listAllOrgTokens>()(
  "orgTokens.listAll",
  "GET",
  "/api/v1/org-tokens/admin/all",
);
const organizationRoute = route<typeof endpoints.listOrganizationTokens>()(
  "orgTokens.listOrganization",
  "GET",
  "/api/v1/org-tokens/organization/{id}",
);
const statisticsRoute = route<typeof endpoints.orgTokenStatistics>()(
  "orgTokens.statistics",
  "GET",
  "/api/v1/org-tokens/admin/statistics",
);
const organizationStatisticsRoute = route<typeof endpoints.organizationTokenStatistics>()(
  "orgTokens.organizationStatistics",
  "GET",
  "/api/v1/org-tokens/organization/{id}/stats",
);
const revokeRoute = route<typeof endpoints.revokeOneOrgToken>()(
  "orgTokens.revokeOne",
  "DELETE",
  "/api/v1/org-tokens/{id}",
);
const revokeOrganizationRoute = route<typeof endpoints.revokeOrganizationTokens>()(
  "orgTokens.revokeOrganization",
  "DELETE",
  "/api/v1/org-tokens/admin/revoke-org",
);
const cleanUpRoute = route<typeof endpoints.cleanUpOrgTokens>()(
  "orgTokens.cleanUp",
  "POST",
  "/api/v1/org-tokens/admin/cleanup",
);

/** Parent key of all token queries. */
export const tokensKey = ["org-tokens"] as const;

/** Returns the query for one page of tokens. The previous rows stay while another page loads. */
export function tokensQuery(scope: TokenScope, search: TokenSearch) {
  const query = listQuery(search);
  return queryOptions({
    queryKey: [...tokensKey, "list", scope, query],
    queryFn: ({ signal }) =>
      scope === null
        ? call(allRoute, { query, signal })
        : call(organizationRoute, { params: { id: scope }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Loads one page of tokens without caching it. @throws ApiError. */
export function loadTokenPage(scope: TokenScope, search: TokenSearch) {
  const query = listQuery(search);
  return scope === null
    ? call(allRoute, { query })
    : call(organizationRoute, { params: { id: scope }, query });
}

/** Returns the query for the statistics of all tokens, or of the tokens of one organization. */
export function tokenStatisticsQuery(scope: TokenScope) {
  return queryOptions({
    queryKey: [...tokensKey, "statistics", scope],
    queryFn: ({ signal }) =>
      scope === null
        ? call(statisticsRoute, { signal })
        : call(organizationStatisticsRoute, { params: { id: scope }, signal }),
  });
}

/**
 * Returns the query for polling the statistics of all tokens. `background` keeps the calls from counting as user
 * activity.
 */
export function liveTokenStatisticsQuery() {
  return queryOptions({
    ...tokenStatisticsQuery(null),
    queryFn: ({ signal }) => call(statisticsRoute, { signal, background: true }),
  });
}

/** Revokes one token. A token that no longer exists counts as revoked. @throws ApiError. */
export async function revokeToken(
  { id, organizationId }: Pick<OrgToken, "id" | "organizationId">,
  reason: string,
): Promise<void> {
  // The token may belong to another organization than the tab's current one.
  const headers = { "X-Organization-Id": organizationId };
  await call(revokeRoute, { params: { id }, query: reason === "" ? {} : { reason }, headers });
}

/** Revokes all active tokens of an organization and returns their number. @throws ApiError. */
export async function revokeOrganizationTokens(organizationId: string, reason: string): Promise<number> {
  const headers = { "X-Organization-Id": organizationId };
  return (await call(revokeOrganizationRoute, { body: { organizationId, reason }, headers })).revokedCount;
}

/** Deletes expired and long-revoked tokens and returns their number. @throws ApiError. */
export async function cleanUpTokens(): Promise<number> {
  return (await call(cleanUpRoute)).deletedCount;
}
