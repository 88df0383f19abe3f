import type { EvidenceFolder, EvidenceSection } from "@praxisportal/contract/evidence/evidence.schema";
import type { CollectedSection } from "./sections/section.ts";

export type FolderRow = {
  id: string;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  years: number;
  requested_at: Date;
  requester: string | null;
  finished_at: Date | null;
  expires_at: Date | null;
  sections: EvidenceSection[];
  pdf_bytes: number | null;
  pdf_sha256: string | null;
  zip_bytes: number | null;
  zip_sha256: string | null;
};

/** Returns a folder without its files. */
export function presentFolder(row: FolderRow, now: Date): EvidenceFolder {
  const hasExpired = row.expires_at !== null && row.expires_at <= now;
  const fileOf = (bytes: number | null, sha256: string | null) =>
    bytes === null || sha256 === null ? null : { bytes, sha256 };
  const pdf = fileOf(row.pdf_bytes, row.pdf_sha256);
  const zip = fileOf(row.zip_bytes, row.zip_sha256);
  return {
    id: row.id,
    state: row.state === "done" && hasExpired ? "expired" : row.state,
    years: row.years,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: row.requester,
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    sections: row.sections,
    files: pdf === null || zip === null ? null : { pdf, zip },
  };
}

/** Returns the counts of a statement. */
export function presentCounts({ id, checkedAt, total, matching, open }: CollectedSection): EvidenceSection {
  return { id, checkedAt: checkedAt.toISOString(), total, matching, open: open.length };
}
