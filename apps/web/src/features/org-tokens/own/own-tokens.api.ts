import type {
  listActiveOrgTokens,
  revokeAllOrgTokens,
  revokeOrgToken,
} from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { OrgToken } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

const activeRoute = route<typeof listActiveOrgTokens>()(
  "orgTokens.active",
  "GET",
  "/api/v1/org-tokens/active",
);
const revokeRoute = route<typeof revokeOrgToken>()("orgTokens.revoke", "DELETE", "/api/v1/org-tokens/revoke");
const revokeAllRoute = route<typeof revokeAllOrgTokens>()(
  "orgTokens.revokeAll",
  "DELETE",
  "/api/v1/org-tokens/revoke-all",
);

/** An application with access in the user's name in an organization. All its tokens there are revoked together. */
export type ApplicationWithAccess = {
  readonly key: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly applicationId: string;
  readonly name: string;
  readonly scopes: ReadonlySet<OrgToken["scope"][number]>;
  readonly tokens: number;
  /** ISO times, each the latest of all tokens. */
  readonly lastActivity: string | null;
  readonly expiresAt: string;
};

/** Query for the applications with access in the user's name, newest first. */
export const ownTokensQuery = queryOptions({
  queryKey: ["org-tokens", "own"],
  queryFn: async ({ signal }) => applicationsOf((await call(activeRoute, { signal })).tokens),
});

function applicationsOf(tokens: readonly OrgToken[]): readonly ApplicationWithAccess[] {
  const groups = Map.groupBy(tokens, (token) => `${token.organizationId} ${token.applicationId}`);
  return [...groups].flatMap(([key, group]) => {
    const [newest] = group;
    if (newest === undefined) return [];
    const uses = group.flatMap(({ session }) => session.lastActivity ?? []);
    return {
      key,
      organizationId: newest.organizationId,
      organizationName: newest.organizationName,
      applicationId: newest.applicationId,
      name: newest.applicationInfo.name,
      scopes: new Set(group.flatMap(({ scope }) => scope)),
      tokens: group.length,
      lastActivity: latest(uses) ?? null,
      expiresAt: latest(group.map((token) => token.tokens.refreshToken.expiresAt)) ?? "",
    };
  });
}

/** Returns the latest time. ISO times in UTC can be compared as text. */
function latest(times: readonly string[]): string | undefined {
  return times.toSorted((left, right) => (left < right ? 1 : -1))[0];
}

/** Returns the number of revoked tokens. @throws ApiError NOT_FOUND when none is left. */
export async function revokeAccess({
  organizationId,
  applicationId,
}: ApplicationWithAccess): Promise<number> {
  // The application may belong to another organization than the tab's current one.
  const headers = { "X-Organization-Id": organizationId, "X-Application-Id": applicationId };
  return (await call(revokeRoute, { body: { organizationId, applicationId }, headers })).revokedCount;
}

/** Returns the number of revoked tokens. */
export async function revokeAllAccess(): Promise<number> {
  return (await call(revokeAllRoute, { body: {} })).revokedCount;
}
