import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { platformLog } from "./audit.platform-queries.ts";
import { AuditService } from "./audit.service.ts";

type Dependencies = { db: IdentityDb; platformDb: Parameters<typeof platformLog>[0]; clock: Clock };

/** The logs of the organizations, each read through its own OrganizationDb, and that of the platform. */
export function createAudit({ db, platformDb, clock }: Dependencies): AuditService {
  return new AuditService({ db, clock, platform: platformLog(platformDb) });
}
