import type { exportOrgTokens } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { downloadFile } from "../../../platform/api-client/download-file.ts";
import { route } from "../../../platform/api-client/route.ts";
import { filtersOf, type TokenSearch } from "./token-search.ts";

const exportRoute = route<typeof exportOrgTokens>()(
  "orgTokens.export",
  "GET",
  "/api/v1/org-tokens/admin/export",
);

/** Downloads all records that match the filters, from all pages, as a file. @throws ApiError. */
export async function exportTokens(format: "csv" | "json", search: TokenSearch): Promise<void> {
  await downloadFile(exportRoute, { query: { format, ...filtersOf(search) } });
}
