import type { exportUsers as exportEndpoint } from "@praxisportal/contract/users/users.endpoints";
import { downloadFile } from "../../../platform/api-client/download-file.ts";
import { route } from "../../../platform/api-client/route.ts";
import { filtersOf, type UsersSearch } from "./users-search.ts";

const exportRoute = route<typeof exportEndpoint>()("users.export", "GET", "/api/v1/users/export");

/** Downloads all people that match, over all pages, as a file. @throws ApiError. */
export async function exportUsers(format: "csv" | "json", search: UsersSearch): Promise<void> {
  await downloadFile(exportRoute, { query: { format, ...filtersOf(search) } });
}
