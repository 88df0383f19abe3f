import type { exportUsers as exportEndpoint } from "@praxisportal/contract/users/users.endpoints";
import { callFile } from "../../../platform/api-client/call-file.ts";
import { route } from "../../../platform/api-client/route.ts";
import { saveFile } from "../../../platform/api-client/save-file.ts";
import { filtersOf, type UsersSearch } from "./users-search.ts";

const exportRoute = route<typeof exportEndpoint>()("users.export", "GET", "/api/v1/users/export");

/** Saves all people that match, over all pages, as a file. @throws ApiError. */
export async function exportUsers(format: "csv" | "json", search: UsersSearch): Promise<void> {
  saveFile(await callFile(exportRoute, { query: { format, ...filtersOf(search) } }));
}
