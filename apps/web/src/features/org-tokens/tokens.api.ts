import type * as endpoints from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { OrgToken, OrgTokenStatistics } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { listQuery, type TokenSearch } from "./token-search.ts";

export type { OrgToken, OrgTokenStatistics };

/** Whose tokens are looked at: those of a practice, or null for all. */
export type TokenScope = string | null;

// Wire parts only: reading needs no schema.
const allRoute = route<typeof endpoints.listAllOrgTokens>()(
  "orgTokens.listAll",
  "GET",
  "/api/v1/org-tokens/admin/all",
);
const practiceRoute = route<typeof endpoints.listOrganizationTokens>()(
  "orgTokens.listOrganization",
  "GET",
  "/api/v1/org-tokens/organization/{id}",
);
const statisticsRoute = route<typeof endpoints.orgTokenStatistics>()(
  "orgTokens.statistics",
  "GET",
  "/api/v1/org-tokens/admin/statistics",
);
const practiceStatisticsRoute = route<typeof endpoints.organizationTokenStatistics>()(
  "orgTokens.organizationStatistics",
  "GET",
  "/api/v1/org-tokens/organization/{id}/stats",
);
const revokeRoute = route<typeof endpoints.revokeOneOrgToken>()(
  "orgTokens.revokeOne",
  "DELETE",
  "/api/v1/org-tokens/{id}",
);
const revokePracticeRoute = route<typeof endpoints.revokeOrganizationTokens>()(
  "orgTokens.revokeOrganization",
  "DELETE",
  "/api/v1/org-tokens/admin/revoke-org",
);
const cleanUpRoute = route<typeof endpoints.cleanUpOrgTokens>()(
  "orgTokens.cleanUp",
  "POST",
  "/api/v1/org-tokens/admin/cleanup",
);

/** Everything read of tokens stands below this key. */
export const tokensKey = ["org-tokens"] as const;

/** One page of tokens. While another page is on its way the former rows stay. */
export function tokensQuery(scope: TokenScope, search: TokenSearch) {
  const query = listQuery(search);
  return queryOptions({
    queryKey: [...tokensKey, "list", scope, query],
    queryFn: ({ signal }) =>
      scope === null
        ? call(allRoute, { query, signal })
        : call(practiceRoute, { params: { id: scope }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The figures of all tokens, or of those of a practice. */
export function tokenStatisticsQuery(scope: TokenScope) {
  return queryOptions({
    queryKey: [...tokensKey, "statistics", scope],
    queryFn: ({ signal }) =>
      scope === null
        ? call(statisticsRoute, { signal })
        : call(practiceStatisticsRoute, { params: { id: scope }, signal }),
  });
}

/** The figures of all tokens, read again and again: nothing that the person did. */
export function watchedTokenStatisticsQuery() {
  return queryOptions({
    ...tokenStatisticsQuery(null),
    queryFn: ({ signal }) => call(statisticsRoute, { signal, background: true }),
  });
}

/** Revokes one token; one that is gone already counts as done. @throws ApiError. */
export async function revokeToken(
  { id, organizationId }: Pick<OrgToken, "id" | "organizationId">,
  reason: string,
): Promise<void> {
  // The token may belong to another practice than the one this tab works in.
  const headers = { "X-Organization-Id": organizationId };
  await call(revokeRoute, { params: { id }, query: reason === "" ? {} : { reason }, headers });
}

/** Revokes every active token of a practice and answers how many it were. @throws ApiError. */
export async function revokePracticeTokens(organizationId: string, reason: string): Promise<number> {
  const headers = { "X-Organization-Id": organizationId };
  return (await call(revokePracticeRoute, { body: { organizationId, reason }, headers })).revokedCount;
}

/** Deletes what has expired or was revoked long ago and answers how much it was. @throws ApiError. */
export async function cleanUpTokens(): Promise<number> {
  return (await call(cleanUpRoute)).deletedCount;
}
