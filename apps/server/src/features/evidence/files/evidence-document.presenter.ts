import { evidenceRules } from "@praxisportal/contract/evidence/evidence.rules";
import type { Country } from "@praxisportal/contract/sites/site-number.rules";
import { type EvidenceTexts, fillText } from "../evidence-texts.ts";
import type { CollectedSection, EvidenceTable } from "../sections/section.ts";
import type { DocumentSection, DocumentTable, EvidenceDocument } from "./evidence-document.ts";

export type FolderHead = {
  id: string;
  organizationName: string;
  country: Country;
  createdAt: Date;
  from: Date;
  requestedBy: string | null;
};

/** Rows of a table in the PDF; the ZIP has all of them. */
const maxPdfRows = 300;

/** Returns the content of a folder's files. */
export function presentDocument(
  head: FolderHead,
  sections: readonly CollectedSection[],
  texts: EvidenceTexts,
): EvidenceDocument {
  const documentSections = sections.map((section) => presentSection(head, section, texts));
  return {
    id: head.id,
    title: texts.title,
    organizationName: head.organizationName,
    subtitle: texts.subtitle,
    locale: texts.locale,
    createdAt: head.createdAt,
    facts: [
      [texts.facts.organization, head.organizationName],
      [
        texts.facts.period,
        fillText(texts.period, { from: texts.day(head.from), to: texts.day(head.createdAt) }),
      ],
      [texts.facts.createdAt, texts.moment(head.createdAt)],
      [texts.facts.requestedBy, head.requestedBy ?? "–"],
      [texts.facts.rules, texts.ruleSets[head.country]],
    ],
    overview: {
      title: texts.overview,
      columns: [
        texts.columns.number,
        texts.columns.statement,
        texts.columns.source,
        texts.columns.rule,
        texts.columns.state,
      ],
      legend: texts.legends[head.country],
    },
    page: texts.page,
    sections: documentSections,
  };
}

function presentSection(head: FolderHead, section: CollectedSection, texts: EvidenceTexts): DocumentSection {
  const { id, open, checkedAt, chain, reviewDueAt } = section;
  const sectionTexts = texts.sections[id];
  const isOpen = open.length > 0;
  const rows = section.tables.reduce((count, { rows: { length } }) => count + length, 0);
  const rules = evidenceRules(head.country, id, texts.language);
  const ruleLine = rules.length === 0 ? [] : [fillText(texts.ruleLine, { rules: rules.join(" · ") })];
  return {
    id,
    title: sectionTexts.title,
    summary: fillText(sectionTexts.summary, {
      total: texts.number(section.total),
      matching: texts.number(section.matching),
      open: texts.number(open.length),
    }),
    source: sectionTexts.source,
    day: texts.moment(checkedAt),
    rules,
    sourceLine: [
      fillText(texts.sourceLine, { source: sectionTexts.source, day: texts.moment(checkedAt) }),
      ...ruleLine,
    ].join(" · "),
    isOpen,
    state: isOpen ? texts.open : texts.covered,
    facts: [
      ...(chain === undefined ? [] : chainFacts(chain, open, texts)),
      ...(reviewDueAt === undefined ? [] : [[texts.facts.nextReview, texts.day(reviewDueAt)] as const]),
    ],
    empty: rows === 0 && chain === undefined ? sectionTexts.empty : null,
    tables: section.tables
      .filter((table) => table.rows.length > 0)
      .map((table) => presentTable(table, texts)),
  };
}

function chainFacts(
  { intact, head, since }: NonNullable<CollectedSection["chain"]>,
  open: CollectedSection["open"],
  texts: EvidenceTexts,
): DocumentSection["facts"] {
  return [
    [
      texts.facts.verification,
      intact ? texts.intact : fillText(texts.broken, { entry: open[0]?.about ?? "" }),
    ],
    [texts.facts.headHash, head ?? "–"],
    [texts.facts.firstEntry, texts.moment(since)],
  ];
}

function presentTable({ id, columns, rows }: EvidenceTable<never>, texts: EvidenceTexts): DocumentTable {
  const visibleColumns = columns.filter(([, widthMm]) => widthMm > 0);
  const omittedCount = rows.length - maxPdfRows;
  return {
    title: texts.tables[id],
    columns: visibleColumns.map(([column, widthMm]) => ({ title: texts.columns[column], widthMm })),
    rows: rows.slice(0, maxPdfRows).map((row) => visibleColumns.map(([, , read]) => read(row, texts))),
    note: omittedCount > 0 ? fillText(texts.moreRows, { count: texts.number(omittedCount) }) : null,
  };
}
