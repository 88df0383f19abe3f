import { setTimeout as pause } from "node:timers/promises";
import { organizationRestoreWindowMs } from "@praxisportal/contract/limits";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import { emptiedTables } from "../../../platform/db/organization-tables.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import { type CertificateDependencies, issueCertificates } from "./certificate.worker.ts";
import { type ContractEndDependencies, endContracts } from "./contract-end.worker.ts";
import * as queries from "./organization-erasure.platform-queries.ts";

type Dependencies = CertificateDependencies & ContractEndDependencies;

const organizationsPerQuery = 20;

/** Rows per transaction; fewer where a row is large or takes several statements. */
const batchRows = 500;
const smallerBatches: Readonly<Record<string, number>> = { stored_file: 20, membership: 100 };

/**
 * Ends the contracts whose notice is over, and erases organizations 30 days after their deletion: all rows of the
 * organization, the people who belong to no other organization, their sessions and keys, and every name in its log. It
 * works in small transactions, each of which records what it erased, so that a killed run can be continued and other
 * organizations are not blocked. Idempotent: two runs at the same time share the work. Afterwards it issues the
 * certificates.
 */
export function organizationErasureJob(dependencies: Dependencies, size = organizationsPerQuery): Job {
  return {
    name: "organization-erasure",
    cron: "37 * * * *",
    runsAtStart: true,
    async run(signal) {
      await endContracts(dependencies, signal);
      const deletedBefore = new Date(dependencies.clock.now().getTime() - organizationRestoreWindowMs);
      for (let foundCount = size; foundCount === size && !signal.aborted;) {
        const organizations = await queries.findErasable(dependencies.db, deletedBefore, size);
        foundCount = organizations.length;
        for (const organizationId of organizations)
          await erase(dependencies, organizationId, deletedBefore, signal);
      }
      await issueCertificates(dependencies, signal);
    },
  };
}

async function erase(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  organizationId: string,
  deletedBefore: Date,
  signal: AbortSignal,
): Promise<void> {
  const isDue = await db.write(async (_tx, allDb) => {
    const isErasable = await queries.lockErasable(allDb, organizationId, deletedBefore);
    if (isErasable) await queries.insertErasure(allDb, organizationId, clock.now());
    return isErasable;
  });
  if (!isDue) return;
  for (let isErased = false; !isErased;) {
    for (const part of parts) {
      for (let isEmpty = false; !isEmpty;) {
        if (signal.aborted) return;
        const startedAt = performance.now();
        isEmpty = await db.write((_tx, allDb) => eraseBatch(allDb, organizationId, part));
        // Leaves the database free for other work half of the time.
        if (!isEmpty) await pause(performance.now() - startedAt);
      }
    }
    if (signal.aborted) return;
    isErased = await db.write((tx, allDb) =>
      finish(tx, allDb, { organizationId, deletedBefore, at: clock.now() }),
    );
  }
}

/** The names in the log, whose rows remain. */
const namesPart = "audit_name";

/** The drafts of invoices; final ones remain. */
const draftsPart = "invoice";

const parts = [...emptiedTables, draftsPart, namesPart];

/** Erases one batch of a table and counts it. Returns whether nothing is left. */
async function eraseBatch(allDb: queries.AllDb, organizationId: string, table: string): Promise<boolean> {
  const limit = smallerBatches[table] ?? batchRows;
  const counts = { ...(await queries.lockErasure(allDb, organizationId)) };
  const count = (name: string, erased: number) => {
    if (erased > 0) counts[name] = (counts[name] ?? 0) + erased;
    return erased;
  };
  let erasedCount: number;
  if (table === "membership") {
    const { memberships, people } = await queries.eraseMembers(allDb, organizationId, limit);
    count("person", people);
    erasedCount = count(table, memberships);
  } else if (table === namesPart) {
    erasedCount = count(table, await queries.eraseNames(allDb, organizationId, limit));
  } else if (table === draftsPart) {
    erasedCount = count(table, await queries.deleteDrafts(allDb, organizationId, limit));
  } else {
    erasedCount = count(table, await queries.deleteRows(allDb, organizationId, table, limit));
  }
  if (erasedCount > 0) await queries.saveCounts(allDb, organizationId, counts);
  return erasedCount < limit;
}

/**
 * Empties the row of the organization and records the end. Returns false, with nothing finished, when rows were added
 * in the meantime.
 */
async function finish(
  tx: WriteTransaction,
  allDb: queries.AllDb,
  { organizationId, deletedBefore, at }: { organizationId: string; deletedBefore: Date; at: Date },
): Promise<boolean> {
  // Another process may have finished it.
  if (!(await queries.lockErasable(allDb, organizationId, deletedBefore))) return true;
  const before = await queries.lockErasure(allDb, organizationId);
  for (const part of parts) await eraseBatch(allDb, organizationId, part);
  const counts = await queries.lockErasure(allDb, organizationId);
  if (JSON.stringify(counts) !== JSON.stringify(before)) return false;
  await queries.deletePlatformReferences(allDb, organizationId);
  await queries.clearOrganization(allDb, organizationId, at);
  for (const chain of [organizationId, platformChainId]) {
    tx.record({
      organizationId: chain,
      action: "organization.erased",
      actor: { type: "system", id: null },
      // Without its name, which is erased as well.
      target: { type: "organization", id: organizationId },
      changes: { people: [counts["person"] ?? 0, 0] },
      origin: "job",
    });
  }
  return true;
}
