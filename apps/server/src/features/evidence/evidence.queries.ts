import type { EvidenceFormat, EvidenceSection } from "@praxisportal/contract/evidence/evidence.schema";
import type { Language } from "@praxisportal/contract/languages";
import type { Country } from "@praxisportal/contract/sites/site-number.rules";
import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { FolderRow } from "./evidence.presenter.ts";

const foldersMax = 20;

const folders = (db: OrganizationQueries, organizationId: string) =>
  db
    .selectFrom("evidence_folder as f")
    .select([
      "f.id",
      "f.years",
      "f.requested_at",
      "f.finished_at",
      "f.expires_at",
      "f.pdf_bytes",
      "f.pdf_sha256",
      "f.zip_bytes",
      "f.zip_sha256",
      sql<FolderRow["state"]>`f.state`.as("state"),
      sql<EvidenceSection[]>`f.sections`.as("sections"),
      sql<string | null>`(select nullif(trim(n.first_name || ' ' || n.last_name), '') from membership n
        where n.organization_id = f.organization_id and n.person_id = f.requested_by)`.as("requester"),
    ])
    .where("f.organization_id", "=", organizationId);

/** Reads the newest folders, newest first. */
export function readFolders(db: OrganizationDb): Promise<FolderRow[]> {
  return db.read((query) =>
    folders(query, db.organizationId)
      .orderBy("f.requested_at", "desc")
      .orderBy("f.id", "desc")
      .limit(foldersMax),
  );
}

/** Reads a folder. Returns undefined when the organization has none with this id. */
export async function readFolder(db: OrganizationDb, id: string): Promise<FolderRow | undefined> {
  const [row] = await db.read((query) => folders(query, db.organizationId).where("f.id", "=", id));
  return row;
}

/** Reads a folder inside a transaction. Returns undefined when the organization has none with this id. */
export function findFolder(
  tx: WriteTransaction,
  organizationId: string,
  id: string,
): Promise<FolderRow | undefined> {
  return tx.organization(organizationId, (db) =>
    folders(db, organizationId).where("f.id", "=", id).executeTakeFirst(),
  );
}

/** Inserts a folder. Returns false while another one is being created. */
export async function insertFolder(
  tx: WriteTransaction,
  organizationId: string,
  folder: { id: string; years: number; language: Language; requestedBy: string; now: Date },
): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .insertInto("evidence_folder")
      .values({
        organization_id: organizationId,
        id: folder.id,
        years: folder.years,
        language: folder.language,
        requested_by: folder.requestedBy,
        requested_at: folder.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Cancels a folder that is being created. Returns false when it is not. */
export async function cancelFolder(
  tx: WriteTransaction,
  organizationId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .updateTable("evidence_folder")
      .set({ state: "cancelled", finished_at: now, run_id: null, leased_until: null })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .where("state", "in", ["queued", "running"])
      .returning("id")
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Reads a file that has not expired. */
export async function readFile(
  db: OrganizationDb,
  id: string,
  format: EvidenceFormat,
  now: Date,
): Promise<{ content: Buffer; at: string; language: Language } | undefined> {
  const [row] = await db.read((query) =>
    query
      .selectFrom("evidence_folder as f")
      .innerJoin("organization as o", "o.organization_id", "f.organization_id")
      .select([sql<Buffer>`f.${sql.ref(format)}`.as("content"), sql<Language>`f.language`.as("language")])
      .select(sql<string>`to_char(f.finished_at at time zone o.time_zone, 'YYYY-MM-DD')`.as("at"))
      .where("f.organization_id", "=", db.organizationId)
      .where("o.organization_id", "=", db.organizationId)
      .where("f.id", "=", id)
      .where("f.state", "=", "done")
      .where("f.expires_at", ">", now)
      .where(sql<boolean>`f.${sql.ref(format)} is not null`),
  );
  return row;
}

/** Reads the country of an organization. */
export async function readCountry(db: OrganizationDb): Promise<Country> {
  const [row] = await db.read((query) =>
    query.selectFrom("organization").select("country").where("organization_id", "=", db.organizationId),
  );
  return (row?.country ?? "DE") as Country;
}
