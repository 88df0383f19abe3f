import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import { platformLog } from "./audit.platform-queries.ts";
import { registerAuditRoutes } from "./audit.routes.ts";
import { AuditService } from "./audit.service.ts";

type Dependencies = { db: IdentityDb; platformDb: PlatformDb; clock: Clock };

/** Creates the logs of the organizations, each read through its own OrganizationDb, and that of the platform. */
export function createAudit({ db, platformDb, clock }: Dependencies): Feature {
  const audit = new AuditService({ db, clock, platform: platformLog(platformDb) });
  return { registerRoutes: (registrar) => registerAuditRoutes(registrar, audit) };
}
