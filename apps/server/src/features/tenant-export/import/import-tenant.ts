import { uuidV7 } from "@praxisportal/contract/identifiers";
import { settingsLanguage } from "@praxisportal/contract/languages";
import { temporaryPasswordMs } from "@praxisportal/contract/limits";
import { makeRecoveryCode } from "../../../directory/recovery-code.ts";
import { insertRecoveryCode } from "../../../directory/recovery-codes.queries.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { Checkpoint } from "../../../platform/audit/audit-checkpoint.ts";
import type { PasswordHasher } from "../../../platform/crypto/password-hasher.ts";
import type { SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { type Section, sections } from "../sections.ts";
import { ArchiveReader } from "./archive-reader.ts";
import { ImportRefusal } from "./import-refusal.ts";
import { checkpointOf, insertNames, RestoredChain } from "./restored-audit.platform-queries.ts";
import * as invoices from "./restored-invoices.platform-queries.ts";
import * as organizations from "./restored-organization.platform-queries.ts";
import { findWithoutPassword, insertPeople, syncMembers } from "./restored-people.platform-queries.ts";
import { type AllDb, type Columns, insertRows, readColumns } from "./section-rows.platform-queries.ts";

type Dependencies = {
  db: PlatformDb;
  hasher: PasswordHasher;
  clock: Clock;
  /** The master key and the one before. */
  keys: SealingKeys;
  /** Accepts an audit log whose beginning another portal has signed. */
  trustsCheckpoint?: boolean;
};

/** Result of an import, with the remaining tasks. */
export type ImportReport = {
  organizationId: string;
  name: string;
  exportedAt: string;
  rows: number;
  /** People who get a mail with a link to a new password. */
  mailed: number;
  /** People without a confirmed address, with their codes, which are shown only once. */
  codes: readonly { name: string; username: string; code: string }[];
  codesExpireAt: Date;
  /** Applications that need new tokens. */
  applications: readonly string[];
  /** End of the contract if notice was given, otherwise null. The notice is not restored. */
  clearedNotice: Date | null;
  /** Mandates that the organization must grant again. */
  mandates: readonly invoices.LostMandate[];
  /** Invoices that were left out, because this portal has others with their numbers. */
  leftOutInvoices: number;
  /** Open invitations, which must be sent again. */
  invitations: number;
};

/**
 * Restores an organization from an archive in one transaction. Throws an `ImportRefusal`, with nothing changed, when
 * the organization exists or the archive is damaged or of an unknown version.
 */
export async function importTenant(dependencies: Dependencies, file: string): Promise<ImportReport> {
  const archive = await ArchiveReader.open(file);
  try {
    await archive.verify();
    return await dependencies.db.write((tx, allDb) => restore(dependencies, archive, tx, allDb));
  } finally {
    archive.close();
  }
}

async function restore(
  { hasher, clock, keys, trustsCheckpoint = false }: Dependencies,
  archive: ArchiveReader,
  tx: WriteTransaction,
  allDb: AllDb,
): Promise<ImportReport> {
  const { organizationId, exportedAt } = archive.manifest;
  const checkpoint = checkpointOf(archive.manifest, keys, trustsCheckpoint);
  const columns = await readColumns(allDb);
  const mandates: invoices.LostMandate[] = [];
  const leavesOutInvoices = await belongToAnotherOperator(archive, allDb);
  const restored = sections.filter(({ name }) => !leavesOutInvoices || !invoiceSections.has(name));
  for (const section of restored) {
    try {
      await restoreSection(archive, section, { allDb, columns, mandates, checkpoint, keys });
    } catch (error) {
      if (!isAboutRows(error)) throw error;
      throw new ImportRefusal(
        `The rows of the section ${section.name} cannot be inserted: ${error.message}.`,
      );
    }
  }
  await syncMembers(allDb, organizationId);
  await organizations.completeOrganization(allDb, organizationId);
  const clearedNotice = await organizations.clearNotice(allDb, organizationId);
  const { name, language } = await organizations.readOrganization(allDb, organizationId);
  const now = clock.now();
  const codesExpireAt = new Date(now.getTime() + temporaryPasswordMs);
  const newcomers = await findWithoutPassword(allDb, organizationId);
  const mailed = newcomers.filter(({ email }) => email !== null);
  for (const { personId } of mailed)
    tx.emit("mail", { template: "passwordReset", personId, language }, uuidV7());
  const codes: ImportReport["codes"][number][] = [];
  for (const { personId, name: person, username, email } of newcomers) {
    if (email !== null || username === null) continue;
    const code = makeRecoveryCode();
    await insertRecoveryCode(tx, {
      id: uuidV7(),
      personId,
      organizationId,
      purpose: "password",
      hash: await hasher.hash(code),
      // The operator of the command is not a person of the portal.
      createdBy: personId,
      expiresAt: codesExpireAt,
      now,
    });
    codes.push({ name: person, username, code });
  }
  for (const chain of [organizationId, platformChainId]) {
    tx.record({
      organizationId: chain,
      action: "organization.imported",
      actor: { type: "system", id: null },
      target: {
        type: "organization",
        id: organizationId,
        ...(chain === platformChainId ? {} : { display: name }),
      },
      reason: exportedAt,
      ids: { organizationId },
      origin: "job",
    });
  }
  return {
    organizationId,
    name,
    exportedAt,
    rows: restored.reduce((sum, { name: section }) => sum + countOf(archive, section), 0),
    mailed: mailed.length,
    codes,
    codesExpireAt,
    applications: await organizations.findApplications(allDb, organizationId, now),
    clearedNotice,
    mandates,
    leftOutInvoices: leavesOutInvoices ? countOf(archive, "invoices") : 0,
    invitations: await organizations.countInvitations(allDb, organizationId, now),
  };
}

type Restoring = {
  allDb: AllDb;
  columns: Columns;
  mandates: invoices.LostMandate[];
  checkpoint: Checkpoint | undefined;
  keys: SealingKeys;
};

/** Inserts the rows of a section. The section `organization` comes first. */
async function restoreSection(
  archive: ArchiveReader,
  section: Section,
  { allDb, columns, mandates, checkpoint, keys }: Restoring,
): Promise<void> {
  const { organizationId } = archive.manifest;
  const chain = new RestoredChain(organizationId, checkpoint);
  if (section.name === "organization")
    await organizations.assertAbsent(allDb, archive.manifest, await onlyRow(archive));
  if (section.name === "members") {
    // All people are inserted first, because members refer to each other.
    const { language } = await organizations.readOrganization(allDb, organizationId);
    for await (const lines of archive.batches(section.name))
      await insertPeople(allDb, settingsLanguage(language), lines);
  }
  for await (const lines of archive.batches(section.name)) {
    if (section.name === "audit") await chain.add(allDb, lines);
    else if (section.name === "auditNames") await insertNames(allDb, organizationId, lines);
    else if (section.name === "billingProfile") {
      const profile = invoices.withoutMandate(lines);
      mandates.push(...profile.mandates);
      await insertRows(allDb, { organizationId, columns }, section, profile.lines);
    } else await insertRows(allDb, { organizationId, columns }, section, lines);
  }
  if (section.name === "organization") await organizations.deletePlanRows(allDb, organizationId);
  if (section.name === "invoiceLines") await invoices.finishInvoices(allDb, organizationId);
  if (section.name === "audit") await chain.end(allDb, keys);
}

const invoiceSections: ReadonlySet<string> = new Set([
  "invoices",
  "invoiceLines",
  "invoiceAccounts",
  "invoicePayments",
]);

/** Returns whether another portal issued the invoices. Numbers are unique in a portal, and some exist here already. */
async function belongToAnotherOperator(archive: ArchiveReader, allDb: AllDb): Promise<boolean> {
  let isTaken = false;
  // Read to its end, so that the archive can be read again.
  for await (const lines of archive.batches("invoices"))
    isTaken ||= await invoices.hasTakenNumber(allDb, lines);
  return isTaken;
}

function countOf(archive: ArchiveReader, section: string): number {
  return archive.manifest.sections.find(({ name }) => name === section)?.count ?? 0;
}

async function onlyRow(archive: ArchiveReader): Promise<string> {
  const rows: string[] = [];
  for await (const lines of archive.batches("organization")) rows.push(...lines);
  const [row] = rows;
  if (row === undefined || rows.length > 1)
    throw new ImportRefusal("The archive is damaged: it does not contain exactly one organization.");
  return row;
}

/** Returns whether rows caused the error by invalid JSON or invalid values (PostgreSQL classes 22 and 23). */
function isAboutRows(error: unknown): error is Error {
  if (error instanceof SyntaxError) return true;
  return error instanceof Error && "code" in error && /^2[23]\w{3}$/.test(String(error.code));
}
