import type { ErasedTenantListQuery } from "@praxisportal/contract/tenants/erased-tenants.schema";
import { type SqlBool, sql } from "kysely";
import { likePattern } from "../../../platform/db/like-pattern.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { AllDb, ErasedCounts } from "./organization-erasure.platform-queries.ts";

/** An administrator at the time of the erasure. */
type Recipient = { name: string; address: string; language: string };

/** Facts about an erased organization for its certificate. */
export type ErasureFacts = {
  organizationId: string;
  name: string;
  practiceCode: string;
  timeZone: string;
  createdAt: Date;
  deletedAt: Date;
  startedAt: Date;
  erasedAt: Date;
  counts: ErasedCounts;
  /**
   * Notice with its author and time and the end of the contract, or null if the organization was deleted without one.
   */
  notice: { givenAt: string; endsAt: string; givenBy: string | null } | null;
  /** The final invoices that remain, and the last day of their retention, `YYYY-MM-DD`, or null when there are none. */
  invoices: { count: number; until: string } | null;
  /** The end of the audit log. */
  head: { seq: number; hash: string };
};

export type ErasedRow = {
  organizationId: string;
  name: string;
  practiceCode: string;
  endedAt: Date;
  erasedAt: Date;
  certifiedAt: Date | null;
};

/** Returns one page of the erased organizations, newest first, and their total number. */
export async function listErased(db: PlatformDb, { page, limit, search }: ErasedTenantListQuery) {
  const erasedOrganizations = db.reads
    .selectFrom("organization_erasure as e")
    .innerJoin("organization as o", "o.organization_id", "e.organization_id")
    .where("o.erased_at", "is not", null)
    // Organizations that the previous version erased have neither a name nor a certificate.
    .where("e.organization_name", "is not", null)
    .$if(Boolean(search), (query) =>
      query.where(sql<SqlBool>`lower(e.organization_name) like lower(${likePattern(search ?? "")})`),
    );
  const [rows, { total }] = await Promise.all([
    erasedOrganizations
      .select(["e.organization_id as organizationId", "e.certified_at as certifiedAt"])
      .select(["o.deleted_at as endedAt", "o.erased_at as erasedAt"])
      .select(["e.organization_name as name", "e.practice_code as practiceCode"])
      .orderBy("o.erased_at", "desc")
      .orderBy("e.organization_id")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    erasedOrganizations.select((query) => query.fn.countAll<string>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows as ErasedRow[], total: Number(total) };
}

/** Returns erased organizations without a certificate. */
export async function findUncertified(db: PlatformDb, limit: number): Promise<string[]> {
  const rows = await db.reads
    .selectFrom("organization_erasure as e")
    .innerJoin("organization as o", "o.organization_id", "e.organization_id")
    .select("e.organization_id")
    .where("e.certified_at", "is", null)
    // Organizations that the previous version erased no longer have a name.
    .where("e.organization_name", "is not", null)
    .where("o.erased_at", "is not", null)
    .orderBy("o.erased_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.organization_id);
}

/**
 * Returns the facts to certify and locks them until the transaction ends. Returns undefined if a certificate already
 * exists.
 */
export async function lockUncertified(allDb: AllDb, organizationId: string) {
  const { rows } = await sql<Omit<ErasureFacts, "head"> & { seq: string; hash: string; recipients: number }>`
    select e.organization_id as "organizationId", e.organization_name as name, e.practice_code as "practiceCode",
      o.time_zone as "timeZone", o.created_at as "createdAt", o.deleted_at as "deletedAt",
      e.started_at as "startedAt", o.erased_at as "erasedAt", e.counts, e.notice,
      (select jsonb_build_object('count', count(*), 'until', max(i.retain_until)) from invoice i
        where i.organization_id = e.organization_id and i.state = 'final' having count(*) > 0) as invoices,
      c.head_seq as seq, encode(c.head_hash, 'hex') as hash,
      coalesce(jsonb_array_length(e.recipients), 0) as recipients
    from organization_erasure e
    join organization o using (organization_id)
    join audit_chain c using (organization_id)
    where e.organization_id = ${organizationId} and e.certified_at is null
    for update of e`.execute(allDb);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { seq, hash, recipients, ...facts } = row;
  return { facts: { ...facts, head: { seq: Number(seq), hash } } satisfies ErasureFacts, recipients };
}

/** Stores the certificate of an erased organization. */
export async function saveCertificate(
  allDb: AllDb,
  organizationId: string,
  certificate: Buffer,
  at: Date,
): Promise<void> {
  await allDb
    .updateTable("organization_erasure")
    .set({ certificate, certified_at: at })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Deletes the addresses to which certificates issued before a time were sent. */
export async function deleteRecipients(db: PlatformDb, issuedBefore: Date): Promise<void> {
  await db.writes
    .updateTable("organization_erasure")
    .set({ recipients: null })
    .where("recipients", "is not", null)
    .where("certified_at", "<=", issuedBefore)
    .execute();
}

/** Returns a recipient of the certificate and the data of the mail, or undefined once the address is deleted. */
export async function findCertificateMail(db: PlatformDb, organizationId: string, index: number) {
  const row = await db.reads
    .selectFrom("organization_erasure as e")
    .innerJoin("organization as o", "o.organization_id", "e.organization_id")
    .select(["e.certificate", "e.organization_name as organization", "o.time_zone as timeZone"])
    .select("e.practice_code as practiceCode")
    .select(sql<Recipient | null>`e.recipients -> ${index}::integer`.as("recipient"))
    .where("e.organization_id", "=", organizationId)
    .executeTakeFirst();
  if (!row?.certificate || !row.recipient || row.organization === null || row.practiceCode === null)
    return undefined;
  const { certificate, recipient, organization, timeZone, practiceCode } = row;
  return { certificate, recipient, organization, timeZone, practiceCode };
}
