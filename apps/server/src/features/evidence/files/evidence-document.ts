import type { EvidenceSectionId } from "@praxisportal/contract/evidence/evidence.rules";

/** A table with all values formatted as text. */
export type DocumentTable = {
  title: string;
  columns: readonly { title: string; widthMm: number }[];
  rows: readonly (readonly string[])[];
  /** Note below a table that was truncated. */
  note: string | null;
};

/** A statement with all values formatted as text. */
export type DocumentSection = {
  id: EvidenceSectionId;
  title: string;
  summary: string;
  /** The register that was read; `day` is the day of reading. */
  source: string;
  day: string;
  /** The rules that it gives evidence for; may be empty. */
  rules: readonly string[];
  /** Source, day and rules in one line. */
  sourceLine: string;
  isOpen: boolean;
  state: string;
  /** Further facts, such as the head hash of the audit chain. */
  facts: readonly (readonly [name: string, value: string])[];
  /** Text shown in place of an empty table. */
  empty: string | null;
  tables: readonly DocumentTable[];
};

/** A localized evidence folder; serializable, because a child process renders it. */
export type EvidenceDocument = {
  id: string;
  title: string;
  organizationName: string;
  subtitle: string;
  locale: string;
  createdAt: Date;
  facts: readonly (readonly [name: string, value: string])[];
  overview: { title: string; columns: readonly string[]; legend: string };
  page: string;
  sections: readonly DocumentSection[];
};
