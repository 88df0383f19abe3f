import type { exportOwnData } from "@praxisportal/contract/own-data/own-data.endpoints";
import { downloadFile } from "../../platform/api-client/download-file.ts";
import { route } from "../../platform/api-client/route.ts";

const exportRoute = route<typeof exportOwnData>()("ownData.export", "GET", "/api/v1/users/me/export");

/** Saves everything that is stored about the user as a file. @throws ApiError. */
export async function saveOwnData(): Promise<void> {
  await downloadFile(exportRoute, {});
}
