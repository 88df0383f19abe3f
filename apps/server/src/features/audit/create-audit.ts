import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { checkpointContext } from "../../platform/audit/audit-checkpoint.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import type { Feature } from "../../platform/feature.ts";
import { platformLog } from "./audit.platform-queries.ts";
import { registerAuditRoutes } from "./audit.routes.ts";
import { AuditService } from "./audit.service.ts";
import { auditRetentionJob, historyPartitionsJob, usageRetentionJob } from "./retention/retention.worker.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  reports: ReportDb;
  clock: Clock;
  sealingKeys: SealingKeys;
  /** Years for which audit entries are kept. */
  auditYears: number;
  /** Years for which usage events are kept, unless an invoice needs them longer. */
  usageYears: number;
};

/**
 * Creates the audit feature, which reads, verifies and exports the audit chains of the organizations and the platform.
 * The chain of an organization is read through its own OrganizationDb.
 */
export function createAudit({
  db,
  platformDb,
  reports,
  clock,
  sealingKeys: keys,
  auditYears,
  usageYears,
}: Dependencies): Feature {
  const audit = new AuditService({ db, reports, clock, keys, platform: platformLog(reports, keys) });
  return {
    registerRoutes: (registrar) => registerAuditRoutes(registrar, audit, clock),
    jobs: [
      historyPartitionsJob({ db: platformDb }),
      auditRetentionJob({ db: platformDb, keys, years: auditYears }),
      usageRetentionJob({ db: platformDb, years: usageYears }),
    ],
    sealed: [
      {
        table: "audit_checkpoint",
        column: "signature",
        context: checkpointContext,
        contextColumn: "organization_id",
      },
    ],
  };
}
