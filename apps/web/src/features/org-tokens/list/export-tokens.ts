import type { exportOrgTokens } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { callFile } from "../../../platform/api-client/call-file.ts";
import { route } from "../../../platform/api-client/route.ts";
import { saveFile } from "../../../platform/api-client/save-file.ts";
import { filtersOf, type TokenSearch } from "./token-search.ts";

const exportRoute = route<typeof exportOrgTokens>()(
  "orgTokens.export",
  "GET",
  "/api/v1/org-tokens/admin/export",
);

/** Saves all filtered records, over all pages, as a file. @throws ApiError. */
export async function exportTokens(format: "csv" | "json", search: TokenSearch): Promise<void> {
  saveFile(await callFile(exportRoute, { query: { format, ...filtersOf(search) } }));
}
