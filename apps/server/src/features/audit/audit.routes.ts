import * as endpoints from "@praxisportal/contract/audit/audit.endpoints";
import { exportFileName } from "@praxisportal/contract/tenant-export/file-name.rules";
import type { Clock } from "../../platform/clock/clock.ts";
import { operatorDay } from "../../platform/clock/operator-day.ts";
import { FileResponse } from "../../platform/http/calls/file-response.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import { csvOf, jsonOf } from "../../platform/http/list-files.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { auditColumns } from "./audit-columns.ts";
import { mayReadAudit, mayReadPlatformAudit } from "./audit.policy.ts";
import type { AuditExport, AuditService } from "./audit.service.ts";

/** Registers the audit logs of organizations and of the platform. */
export function registerAuditRoutes(registrar: Registrar, audit: AuditService, clock: Clock): void {
  registrar.handle(endpoints.listAudit, ({ context, query }) => audit.list(context.organization.db, query));

  registrar.handle(endpoints.verifyAudit, ({ context }) => audit.verify(context.organization.db));

  registrar.handle(endpoints.exportAudit, async ({ context, query: { format, ...filter } }) => {
    const auditExport = await audit.export(authorize(context, "audit.export", mayReadAudit), filter, format);
    const name = exportFileName("audit", context.organization.name, operatorDay(clock.now()));
    return fileOf(auditExport, format, name, context);
  });

  registrar.handle(endpoints.listPlatformAudit, ({ context, query }) =>
    audit.listPlatform(authorize(context, "audit.readPlatform", mayReadPlatformAudit), query),
  );

  registrar.handle(endpoints.verifyPlatformAudit, ({ context }) =>
    audit.verifyPlatform(authorize(context, "audit.readPlatform", mayReadPlatformAudit)),
  );

  registrar.handle(endpoints.exportPlatformAudit, async ({ context, query: { format, ...filter } }) => {
    const authorized = authorize(context, "audit.exportPlatform", mayReadPlatformAudit);
    const auditExport = await audit.exportPlatform(authorized, filter, format);
    return fileOf(auditExport, format, exportFileName("audit", null, operatorDay(clock.now())), context);
  });
}

function fileOf(
  auditExport: AuditExport,
  format: "csv" | "json",
  name: string,
  { origin }: RequestContext,
): FileResponse {
  return format === "csv"
    ? new FileResponse(
        `${name}.csv`,
        "text/csv; charset=utf-8",
        csvOf(auditExport.entries, auditColumns, origin.language),
      )
    : new FileResponse(`${name}.json`, "application/json; charset=utf-8", verifiableJson(auditExport));
}

/**
 * Writes the checkpoint after the entries. If expired entries are removed during the export, a checkpoint read earlier
 * would not fit the remaining ones.
 */
async function* verifiableJson({ entries, checkpoint }: AuditExport): AsyncGenerator<string> {
  yield '{"entries":';
  yield* jsonOf(entries);
  yield `,"checkpoint":${JSON.stringify(await checkpoint())}}\n`;
}
