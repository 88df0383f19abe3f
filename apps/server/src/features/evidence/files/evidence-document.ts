import type { EvidenceSectionId } from "@praxisportal/contract/evidence/evidence.rules";

/** A table as it is written: texts only. */
export type DocumentTable = {
  title: string;
  columns: readonly { title: string; widthMm: number }[];
  rows: readonly (readonly string[])[];
  /** What is said when rows are left out. */
  note: string | null;
};

/** A statement as it is written. */
export type DocumentSection = {
  id: EvidenceSectionId;
  title: string;
  summary: string;
  /** The register, and when it was read. */
  source: string;
  day: string;
  /** The rules that it answers; may be none. */
  rules: readonly string[];
  /** Source, day and rules in one line. */
  sourceLine: string;
  isOpen: boolean;
  state: string;
  /** Further facts, such as the head hash of the audit chain. */
  facts: readonly (readonly [name: string, value: string])[];
  /** What is said instead of an empty table. */
  empty: string | null;
  tables: readonly DocumentTable[];
};

/** An evidence folder as it is written, in one language; can be passed between processes. */
export type EvidenceDocument = {
  id: string;
  title: string;
  practice: string;
  subtitle: string;
  locale: string;
  createdAt: Date;
  facts: readonly (readonly [name: string, value: string])[];
  overview: { title: string; columns: readonly string[]; legend: string };
  page: string;
  sections: readonly DocumentSection[];
};
