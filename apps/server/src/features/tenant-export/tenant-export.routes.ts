import { exportTenant } from "@praxisportal/contract/tenant-export/tenant-export.endpoints";
import { releaseWhenSent } from "../../platform/http/concurrency-limit.ts";
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
      releaseWhenSent(reply, exports.takeSlot(context.organization.id));
      return exports.export(authorized, query.format);
    },
    undefined,
    async (context) => exports.admit(context),
  );
}
