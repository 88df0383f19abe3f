import type * as endpoints from "@praxisportal/contract/audit/audit.endpoints";
import type { AuditEntry, ChainCheck } from "@praxisportal/contract/audit/audit.schema";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { downloadFile } from "../../platform/api-client/download-file.ts";
import { call } from "../../platform/api-client/call.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";
import { type AuditQuery, filtersOf, wireQuery } from "./audit-search.ts";

export type { AuditEntry, ChainCheck };

/** Organization whose log is shown, or null for the platform's own log. */
export type AuditScope = string | null;

const path = "/api/tenant/organizations/{id}/audit";
const platformPath = "/api/tenant/audit";
const listRoute = route<typeof endpoints.listAudit>()("audit.list", "GET", path);
const platformListRoute = route<typeof endpoints.listPlatformAudit>()(
  "audit.listPlatform",
  "GET",
  platformPath,
);
const exportRoute = route<typeof endpoints.exportAudit>()("audit.export", "GET", `${path}/export`);
const platformExportRoute = route<typeof endpoints.exportPlatformAudit>()(
  "audit.exportPlatform",
  "GET",
  `${platformPath}/export`,
);
const verifyRoute = route<typeof endpoints.verifyAudit>()("audit.verify", "POST", `${path}/verify`);
const platformVerifyRoute = route<typeof endpoints.verifyPlatformAudit>()(
  "audit.verifyPlatform",
  "POST",
  `${platformPath}/verify`,
);

const pageSize = 25;
/** Number up to which newer entries are counted. */
export const countedNewEntries = pageSize;
/** Polling interval for newer entries, in ms. */
const newEntriesIntervalMs = 30_000;

/** Loads one page of the log. */
export function loadAuditPage(
  scope: AuditScope,
  search: AuditQuery,
  { limit = pageSize, signal }: { limit?: number; signal?: AbortSignal } = {},
) {
  const options = { query: { ...wireQuery(search), limit }, ...(signal && { signal }) };
  return scope === null
    ? call(platformListRoute, options)
    : call(listRoute, { ...inOrganization(scope), ...options });
}

/** Returns the query for one page of the log. The previous rows stay while another page loads. */
export function auditQuery(scope: AuditScope, search: AuditQuery) {
  return queryOptions({
    queryKey: ["audit", scope, search],
    queryFn: ({ signal }) => loadAuditPage(scope, search, { signal }),
    placeholderData: keepPreviousData,
    // Live updates do not refetch the rows, so those loaded on hover may lack entries that were added since then.
    refetchOnMount: "always",
  });
}

/**
 * Returns the query for the newest entries that match the filters, polled in the background. Its key begins with the
 * organization's, so that live events refetch it.
 */
export function newAuditEntriesQuery(scope: AuditScope, search: AuditQuery) {
  const query = { ...wireQuery(filtersOf(search)), limit: countedNewEntries + 1 };
  return queryOptions({
    queryKey: [...organizationKeys.audit(scope), "newEntries", filtersOf(search)],
    queryFn: async ({ signal }) => {
      const options = { query, signal, background: true };
      const { data } =
        scope === null
          ? await call(platformListRoute, options)
          : await call(listRoute, { ...inOrganization(scope), ...options });
      return data.map(({ seq }) => seq);
    },
    refetchInterval: newEntriesIntervalMs,
  });
}

/**
 * Returns the query for the newest entries of one area, for pages that show the last change. The key begins with the
 * organization's, so live events and the page's own changes refetch it.
 */
export function lastEntriesQuery(organizationId: string, area: string) {
  return queryOptions({
    queryKey: [...organizationKeys.audit(organizationId), "area", area],
    queryFn: async ({ signal }) => {
      const query = { action: `${area}.*` as const, limit: pageSize };
      return (await call(listRoute, { ...inOrganization(organizationId), query, signal })).data;
    },
  });
}

/** Downloads all matching entries as a file. @throws ApiError. */
export async function exportAudit(
  scope: AuditScope,
  format: "csv" | "json",
  search: AuditQuery,
): Promise<void> {
  const query = { format, ...wireQuery(filtersOf(search)) };
  await (scope === null
    ? downloadFile(platformExportRoute, { query })
    : downloadFile(exportRoute, { ...inOrganization(scope), query }));
}

/** Recomputing the hashes of a million entries takes about a minute. */
const checkTimeoutMs = 600_000;

/** Verifies the whole hash chain of the log. @throws ApiError. */
export function checkAudit(scope: AuditScope): Promise<ChainCheck> {
  const requestOptions = { timeoutMs: checkTimeoutMs };
  return scope === null
    ? call(platformVerifyRoute, requestOptions)
    : call(verifyRoute, { ...inOrganization(scope), ...requestOptions });
}
