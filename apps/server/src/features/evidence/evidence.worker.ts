import { createHash } from "node:crypto";
import { evidenceFilesMs } from "@praxisportal/contract/limits";
import type { Logger } from "pino";
import type { Clock } from "../../platform/clock/clock.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { RenderProcess } from "../../platform/documents/render-process.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import * as queries from "./evidence.platform-queries.ts";
import { presentCounts } from "./evidence.presenter.ts";
import { evidenceTexts } from "./evidence-texts.ts";
import { writeEvidenceArchive } from "./files/evidence-archive.ts";
import type { EvidenceDocument } from "./files/evidence-document.ts";
import { presentDocument } from "./files/evidence-document.presenter.ts";
import { collectSections } from "./sections/collect-sections.ts";
import type { CollectedSection } from "./sections/section.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  log: Pick<Logger, "error">;
  sealingKeys: SealingKeys;
  notices: Pick<AdministratorNotices, "queue">;
  renderer: Pick<RenderProcess<EvidenceDocument, Uint8Array>, "render">;
};

/** After this time another process takes over the folder of a killed one. */
const leaseMs = 120_000;

/** Creates the requested folders, one after the other, and deletes their files after a day. */
export function evidenceJob(dependencies: Dependencies): Job {
  const { platformDb, clock } = dependencies;
  const deleteExpired = () =>
    platformDb.write(async (tx, allDb) => {
      for (const organizationId of await queries.deleteExpiredFiles(allDb, clock.now()))
        tx.record({ event: "evidence.progressed", organizationId });
    });
  const claim = () =>
    platformDb.write(async (tx, allDb) => {
      const folder = await queries.claimFolder(allDb, leaseMs);
      if (folder !== undefined)
        tx.record({ event: "evidence.progressed", organizationId: folder.organizationId });
      return folder;
    });
  return {
    name: "evidence",
    // Every five seconds, so that a requested folder begins at once.
    cron: "*/5 * * * * *",
    runsAtStart: true,
    async run(signal) {
      await deleteExpired();
      while (!signal.aborted) {
        const folder = await claim();
        if (folder === undefined) return;
        await makeFolder(dependencies, folder, signal);
      }
    },
  };
}

async function makeFolder(
  dependencies: Dependencies,
  folder: queries.ClaimedFolder,
  signal: AbortSignal,
): Promise<void> {
  const { platformDb, clock, log } = dependencies;
  try {
    const sections = await collect(dependencies, folder, signal);
    if (sections !== undefined)
      await finish(dependencies, folder, await write(dependencies, folder, sections));
    else if (signal.aborted) await queries.releaseFolder(platformDb, folder);
  } catch (error) {
    log.error({ err: error, organizationId: folder.organizationId }, "evidence: a folder failed");
    await platformDb.write(async (tx, allDb) => {
      if (await queries.failFolder(allDb, folder, clock.now()))
        tx.record({ event: "evidence.progressed", organizationId: folder.organizationId });
    });
  }
}

/** Returns the statements, or undefined when the folder was canceled or the process stops. */
async function collect(
  { db, platformDb, clock, sealingKeys }: Dependencies,
  folder: queries.ClaimedFolder,
  signal: AbortSignal,
): Promise<CollectedSection[] | undefined> {
  const organizationDb = db.organization(folder.organizationId);
  const scopeAt = () => {
    const now = clock.now();
    return { db: organizationDb, now, from: beginOf(now, folder.years) };
  };
  const sections: CollectedSection[] = [];
  for await (const section of collectSections(scopeAt, sealingKeys)) {
    if (signal.aborted) return undefined;
    sections.push(section);
    const isStillClaimed = await platformDb.write(async (tx, allDb) => {
      if (!(await queries.addSection(allDb, folder, presentCounts(section), leaseMs))) return false;
      tx.record({ event: "evidence.progressed", organizationId: folder.organizationId });
      return true;
    });
    if (!isStillClaimed) return undefined;
  }
  return sections;
}

/** Returns the same day the given number of years ago. For 29 February this is 1 March. */
function beginOf(now: Date, years: number): Date {
  const from = new Date(now);
  from.setUTCFullYear(from.getUTCFullYear() - years);
  return from;
}

async function write(
  { clock, renderer }: Dependencies,
  folder: queries.ClaimedFolder,
  sections: readonly CollectedSection[],
): Promise<queries.FinishedFiles> {
  const { organizationId, language, country, timeZone } = folder;
  const texts = evidenceTexts(language, country, timeZone);
  const createdAt = clock.now();
  const head = {
    id: folder.id,
    organizationName: folder.organizationName,
    country,
    createdAt,
    from: beginOf(createdAt, folder.years),
    requestedBy: folder.requester,
  };
  const document = presentDocument(head, sections, texts);
  const pdf = Buffer.from(await renderer.render(document));
  const zip = await writeEvidenceArchive(document, sections, { pdf, texts, organizationId });
  return { pdf: { content: pdf, sha256: sha256(pdf) }, zip: { content: zip, sha256: sha256(zip) } };
}

async function finish(
  { platformDb, clock, notices }: Dependencies,
  folder: queries.ClaimedFolder,
  files: queries.FinishedFiles,
): Promise<void> {
  const { organizationId } = folder;
  await platformDb.write(async (tx, allDb) => {
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + evidenceFilesMs);
    if (!(await queries.finishFolder(allDb, folder, files, { now, expiresAt }))) return;
    tx.record({
      organizationId,
      action: "evidence.created",
      actor: { type: "system", id: null },
      target: { type: "organization", id: organizationId, display: folder.organizationName },
      changes: { pdfSha256: [null, files.pdf.sha256], zipSha256: [null, files.zip.sha256] },
      ids: { organizationId },
      origin: "job",
    });
    await notices.queue(tx, { kind: "evidenceCreated", organizationId, actorId: folder.requestedBy });
  });
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
