import type { exportTenant } from "@praxisportal/contract/tenant-export/tenant-export.endpoints";
import type { TenantExportFormat } from "@praxisportal/contract/tenant-export/tenant-export.schema";
import { downloadFile } from "../../platform/api-client/download-file.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";

export type { TenantExportFormat };

const exportRoute = route<typeof exportTenant>()(
  "tenants.export",
  "GET",
  "/api/tenant/organizations/{id}/export",
);

/** Saves all data of an organization as a file. @throws ApiError. */
export async function exportTenantData(organizationId: string, format: TenantExportFormat): Promise<void> {
  await downloadFile(exportRoute, { ...inOrganization(organizationId), query: { format } });
}
