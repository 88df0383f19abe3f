import type { EvidenceSectionId } from "@praxisportal/contract/evidence/evidence.rules";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import type { EvidenceTexts } from "../evidence-texts.ts";

/** The period and organization of a folder. */
export type EvidenceScope = {
  db: OrganizationDb;
  /** States are read as of this moment. */
  now: Date;
  /** The start of the period. */
  from: Date;
};

type OpenCode = keyof EvidenceTexts["openCodes"];
type ColumnId = keyof EvidenceTexts["columns"];
type TableId = keyof EvidenceTexts["tables"];

/** An open point: what is missing, and the person or object that it is about. */
export type OpenPoint = { code: OpenCode; about: string };

/** A column: its width in the PDF in millimeters, 171 in a row (0: only in the files of the ZIP), and its value. */
export type EvidenceColumn<Row> = readonly [
  id: ColumnId,
  widthMm: number,
  read: (row: Row, texts: EvidenceTexts) => string,
];

/** The rows of a statement. The JSON of the ZIP has them as they are, CSV and PDF through the columns. */
export type EvidenceTable<Row = unknown> = {
  id: TableId;
  columns: readonly EvidenceColumn<Row>[];
  rows: readonly Row[];
};

/** A statement with its data for the files. */
export type CollectedSection = {
  id: EvidenceSectionId;
  checkedAt: Date;
  total: number;
  matching: number;
  open: readonly OpenPoint[];
  tables: readonly EvidenceTable<never>[];
  /** Result of the verification of the audit chain. */
  chain?: { intact: boolean; head: string | null; since: Date | null };
  /** Due date of the next review of rights. */
  reviewDueAt?: Date;
};

/** Returns a table whose row type is known only to its columns. */
export function tableOf<Row>(
  id: TableId,
  rows: readonly Row[],
  columns: readonly EvidenceColumn<Row>[],
): EvidenceTable<never> {
  return { id, rows, columns } as unknown as EvidenceTable<never>;
}
