import { columnsOf, TableWriter } from "../../../platform/documents/columns.ts";
import { drawMark } from "../../../platform/documents/mark.ts";
import { documentMetadata } from "../../../platform/documents/pdf-metadata.ts";
import { left, mm, right, Sheet, type Structure, width } from "../../../platform/documents/sheet.ts";
import { fillText } from "../evidence-texts.ts";
import type { DocumentSection, DocumentTable, EvidenceDocument } from "./evidence-document.ts";

const small = { size: 8.5 } as const;
const muted = { size: 8.5, color: "muted" } as const;
const cellPadding = 4.5;
const cellGap = 5;

/** Renders a folder as tagged PDF/A-2. The same document always gives the same bytes. */
export async function renderEvidencePdf(document: EvidenceDocument): Promise<Buffer> {
  const { title, organizationName, locale, createdAt, sections } = document;
  const sheet = new Sheet({
    title: `${title} – ${organizationName}`,
    locale,
    createdAt,
    subset: "PDF/A-2a",
    metadata: documentMetadata(organizationName),
  });
  writeHead(sheet, document);
  writeOverview(sheet, document);
  sheet.addPage();
  for (const [index, section] of sections.entries()) writeSection(sheet, section, index + 1);
  return await sheet.end((page, pages) => {
    const style = { size: 7.5, color: "muted" } as const;
    const y = mm(284);
    sheet.line(y - 8);
    sheet.decorationText(
      `${title} · ${organizationName} · ${document.facts[2]?.[1] ?? ""}`,
      { x: left, y, width: width * 0.8 },
      style,
    );
    sheet.decorationText(
      fillText(document.page, { page, pages }),
      { x: right - mm(35), y, width: mm(35), align: "right" },
      style,
    );
  });
}

function writeHead(sheet: Sheet, { title, organizationName, subtitle, facts }: EvidenceDocument): void {
  drawMark(sheet, mm(20));
  sheet.text(organizationName, { x: left + 34, y: mm(21.7), width: width - 34 }, { size: 15, isBold: true });
  sheet.y = mm(40);
  sheet.y += sheet.text(title, { x: left, y: sheet.y, width }, { size: 22, isBold: true }, "H1") + 4;
  sheet.document.outline.addItem(title);
  sheet.y += sheet.text(subtitle, { x: left, y: sheet.y, width }, { size: 10.5, color: "muted" }) + 14;
  writeFacts(sheet, facts);
  sheet.y += mm(5);
}

function writeFacts(sheet: Sheet, facts: EvidenceDocument["facts"]): void {
  const nameWidth = mm(42);
  for (const [name, value] of facts) {
    const box = { x: left + nameWidth, y: sheet.y, width: width - nameWidth };
    sheet.ensure(sheet.height(value, box.width, small) + 4);
    const nameHeight = sheet.text(name, { x: left, y: sheet.y, width: nameWidth - cellGap }, muted);
    const valueHeight = sheet.text(value, { ...box, y: sheet.y }, { size: 9, isBold: true });
    sheet.y += Math.max(nameHeight, valueHeight) + 4;
  }
}

/** Writes an overview on one page: statement, source and day, rule and state of each section. */
function writeOverview(sheet: Sheet, { overview, sections }: EvidenceDocument): void {
  sheet.y += sheet.text(overview.title, { x: left, y: sheet.y, width }, { size: 13, isBold: true }, "H2") + 8;
  const widths = [9, 66, 42, 30, 24];
  writeTable(sheet, {
    columns: overview.columns.map((title, index) => ({ title, widthMm: widths[index] ?? 0 })),
    rows: sections.map(({ title, summary, source, day, rules, state }, index) => [
      String(index + 1),
      `${title}\n${summary}`,
      `${source}\n${day}`,
      rules.join("\n"),
      state,
    ]),
  });
  sheet.y += 4;
  sheet.y += sheet.text(overview.legend, { x: left, y: sheet.y, width }, { size: 8, color: "muted" });
}

function writeSection(sheet: Sheet, section: DocumentSection, number: number): void {
  if (number > 1) sheet.y += mm(9);
  sheet.ensure(mm(42));
  const title = `${number}  ${section.title}`;
  sheet.document.outline.addItem(title);
  sheet.y += sheet.text(title, { x: left, y: sheet.y, width }, { size: 13, isBold: true }, "H2") + 4;
  const summary = `${section.summary} – ${section.state}`;
  sheet.y += sheet.text(summary, { x: left, y: sheet.y, width }, { size: 10, isBold: section.isOpen }) + 3;
  sheet.y += sheet.text(section.sourceLine, { x: left, y: sheet.y, width }, muted) + 8;
  if (section.facts.length > 0) writeFacts(sheet, section.facts);
  if (section.empty !== null) {
    sheet.y += sheet.text(section.empty, { x: left, y: sheet.y, width }, { size: 9.5 });
  }
  for (const table of section.tables) writeTitledTable(sheet, table, section.tables.length > 1);
}

function writeTitledTable(sheet: Sheet, table: DocumentTable, hasTitle: boolean): void {
  if (hasTitle) {
    sheet.ensure(mm(26));
    sheet.y += sheet.text(table.title, { x: left, y: sheet.y, width }, { size: 10, isBold: true }, "H3") + 6;
  }
  writeTable(sheet, table);
  if (table.note !== null) {
    sheet.ensure(14);
    sheet.y += sheet.text(table.note, { x: left, y: sheet.y, width }, muted) + 4;
  }
  sheet.y += 8;
}

function writeTable(sheet: Sheet, { columns, rows }: Pick<DocumentTable, "columns" | "rows">): void {
  const places = columnsOf(
    Object.fromEntries(columns.map(({ widthMm }, index) => [`c${index}`, mm(widthMm)])),
  );
  const head = Object.fromEntries(columns.map(({ title }, index) => [`c${index}`, title]));
  const table = new TableWriter(sheet, places, head);
  for (const [index, cells] of rows.entries()) {
    const boxes = columns.map((_, column) => {
      const place = places[`c${column}`];
      if (place === undefined) throw new Error("a column has no place");
      return { ...place, width: place.width - cellGap };
    });
    const height = Math.max(
      ...cells.map((text, column) => sheet.height(text, boxes[column]?.width ?? 0, small)),
    );
    const row = table.row(height + 2 * cellPadding);
    for (const [column, text] of cells.entries()) {
      const box = boxes[column];
      if (box !== undefined) writeCell(sheet, text === "" ? "–" : text, { ...box, y: sheet.y }, row);
    }
    row.end();
    sheet.y += height + cellPadding;
    if (index < rows.length - 1) sheet.line(sheet.y);
    sheet.y += cellPadding;
  }
  table.end();
}

function writeCell(
  sheet: Sheet,
  text: string,
  box: { x: number; y: number; width: number },
  row: Structure,
): void {
  sheet.text(text, box, small, "TD", row);
}
