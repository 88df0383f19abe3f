import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import type { Feature } from "../../platform/feature.ts";
import { platformLog } from "./audit.platform-queries.ts";
import { registerAuditRoutes } from "./audit.routes.ts";
import { AuditService } from "./audit.service.ts";

type Dependencies = { db: IdentityDb; reports: ReportDb; clock: Clock };

/** Creates the logs of the organizations, each read through its own OrganizationDb, and that of the platform. */
export function createAudit({ db, reports, clock }: Dependencies): Feature {
  const audit = new AuditService({ db, reports, clock, platform: platformLog(reports) });
  return { registerRoutes: (registrar) => registerAuditRoutes(registrar, audit) };
}
