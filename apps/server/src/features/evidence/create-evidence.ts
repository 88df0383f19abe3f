import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { Clock } from "../../platform/clock/clock.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { createRenderProcess } from "../../platform/documents/render-process.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { evidenceDeletions } from "./evidence.platform-queries.ts";
import { registerEvidenceRoutes } from "./evidence.routes.ts";
import { EvidenceService } from "./evidence.service.ts";
import { evidenceJob } from "./evidence.worker.ts";
import type { EvidenceDocument } from "./files/evidence-document.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  log: Logger;
  sealingKeys: SealingKeys;
  notifications: Pick<Notifications, "notices">;
};

/** Creates the evidence folders of the organizations. */
export function createEvidence({ notifications: { notices }, ...dependencies }: Dependencies): Feature {
  const evidence = new EvidenceService(dependencies);
  const renderer = createRenderProcess<EvidenceDocument, Uint8Array>({
    module: fileURLToPath(new URL("./files/render-child.ts", import.meta.url)),
    nameOf: ({ id }) => `the evidence folder ${id}`,
  });
  return {
    registerRoutes: (registrar) => registerEvidenceRoutes(registrar, evidence),
    jobs: [evidenceJob({ ...dependencies, notices, renderer })],
    deletions: evidenceDeletions,
    close: () => renderer.stop(),
  };
}
