import { finished } from "node:stream";
import { exportTenant } from "@praxisportal/contract/tenant-export/tenant-export.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayExportTenant } from "./tenant-export.policy.ts";
import type { TenantExportService } from "./tenant-export.service.ts";

/** Registers the export of all data of an organization. */
export function registerTenantExportRoutes(registrar: Registrar, exports: TenantExportService): void {
  registrar.handle(
    exportTenant,
    ({ context, reply, query }) => {
      const authorized = authorize(context, "tenants.export", mayExportTenant);
      // The slot is in use until the file is sent or its client has left.
      finished(reply.raw, exports.takeSlot(context.organization.id));
      return exports.export(authorized, query.format);
    },
    undefined,
    async (context) => exports.admit(context),
  );
}
