import type { EvidenceSection } from "@praxisportal/contract/evidence/evidence.schema";
import type { Language } from "@praxisportal/contract/languages";
import type { Country } from "@praxisportal/contract/sites/site-number.rules";
import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";
import { type Deletion, deleteWhere } from "../../platform/jobs/deletion.queries.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** A folder claimed by this process until its lease ends. */
export type ClaimedFolder = {
  organizationId: string;
  id: string;
  runId: string;
  years: number;
  language: Language;
  requestedBy: string;
  requester: string | null;
  organizationName: string;
  country: Country;
  timeZone: string;
};

const leaseEnd = (leaseMs: number) => sql<Date>`now() + ${leaseMs}::float8 * interval '1 ms'`;

/**
 * Claims the folder that has waited the longest, or one whose process was killed, which is then created from the
 * beginning.
 */
export async function claimFolder(allDb: AllDb, leaseMs: number): Promise<ClaimedFolder | undefined> {
  const { rows } = await sql<ClaimedFolder>`
    with claimed as (
      update evidence_folder set
        state = 'running', run_id = gen_random_uuid(), leased_until = ${leaseEnd(leaseMs)}, sections = '[]'
      where (organization_id, id) = (
        select organization_id, id from evidence_folder
        where state in ('queued', 'running') and (leased_until is null or leased_until < now())
        order by requested_at limit 1 for update skip locked)
      returning *)
    select c.organization_id as "organizationId", c.id, c.run_id as "runId", c.years, c.language,
      c.requested_by as "requestedBy", o.name as "organizationName", o.country, o.time_zone as "timeZone",
      (select nullif(trim(n.first_name || ' ' || n.last_name), '') from membership n
        where n.organization_id = c.organization_id and n.person_id = c.requested_by) as requester
    from claimed c join organization o on o.organization_id = c.organization_id`.execute(allDb);
  return rows[0];
}

/** Stores a statement and extends the lease. Returns false when the folder was canceled or taken over. */
export async function addSection(
  allDb: AllDb,
  { organizationId, id, runId }: ClaimedFolder,
  section: EvidenceSection,
  leaseMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update evidence_folder
    set sections = sections || ${JSON.stringify([section])}::jsonb, leased_until = ${leaseEnd(leaseMs)}
    where organization_id = ${organizationId} and id = ${id} and run_id = ${runId}`.execute(allDb);
  return numAffectedRows === 1n;
}

export type FinishedFiles = Record<"pdf" | "zip", { content: Buffer; sha256: string }>;

/** Stores the files. Returns false when the folder was canceled or taken over. */
export async function finishFolder(
  allDb: AllDb,
  { organizationId, id, runId }: ClaimedFolder,
  { pdf, zip }: FinishedFiles,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<boolean> {
  const row = await allDb
    .updateTable("evidence_folder")
    .set({
      state: "done",
      finished_at: now,
      expires_at: expiresAt,
      run_id: null,
      leased_until: null,
      pdf: pdf.content,
      pdf_bytes: pdf.content.length,
      pdf_sha256: pdf.sha256,
      zip: zip.content,
      zip_bytes: zip.content.length,
      zip_sha256: zip.sha256,
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("run_id", "=", runId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a folder that could not be created. Returns false when it was canceled or taken over. */
export async function failFolder(
  allDb: AllDb,
  { organizationId, id, runId }: ClaimedFolder,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update evidence_folder set state = 'failed', finished_at = ${now}, run_id = null, leased_until = null
    where organization_id = ${organizationId} and id = ${id} and run_id = ${runId}`.execute(allDb);
  return numAffectedRows === 1n;
}

/** Lets another process create the folder at once. */
export async function releaseFolder(
  db: PlatformDb,
  { organizationId, id, runId }: ClaimedFolder,
): Promise<void> {
  await sql`
    update evidence_folder set state = 'queued', run_id = null, leased_until = null
    where organization_id = ${organizationId} and id = ${id} and run_id = ${runId}`.execute(db.writes);
}

/** Deletes the expired files and returns the organizations that had them. */
export async function deleteExpiredFiles(allDb: AllDb, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update evidence_folder set pdf = null, zip = null
    where pdf is not null and expires_at <= ${now} returning organization_id as id`.execute(allDb);
  return [...new Set(rows.map(({ id }) => id))];
}

/**
 * Metadata of a folder outlives its files: it is kept for the longest period that a folder may cover, as are the runs
 * and tests that folders prove.
 */
export const evidenceDeletions: readonly Deletion[] = [
  deleteWhere("evidence_folder", sql`old.requested_at < now() - interval '3 years'`),
  deleteWhere("retention_run", sql`old.last_run_at < now() - interval '3 years'`),
  deleteWhere("restore_test", sql`old.tested_at < now() - interval '3 years'`),
];
