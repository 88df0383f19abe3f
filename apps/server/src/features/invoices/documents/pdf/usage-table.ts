import type { InvoiceUsage } from "../invoice-document.ts";
import { fillText, type InvoiceTexts } from "../invoice-texts.ts";
import { columnsOf, TableWriter } from "../../../../platform/documents/columns.ts";
import { left, mm, type Sheet, width } from "../../../../platform/documents/sheet.ts";

const columns = columnsOf({ provider: mm(80), requests: -mm(30), units: -mm(31), amount: -mm(30) });
const rowHeight = 16;

/** Writes the breakdown of a line with AI costs. */
export function writeUsage(sheet: Sheet, usage: InvoiceUsage, texts: InvoiceTexts): void {
  sheet.ensure(mm(30));
  const title = fillText(texts.usage, {
    line: usage.lineNumber,
    from: texts.day(usage.period.from),
    to: texts.day(usage.period.to),
  });
  sheet.y += sheet.text(title, { x: left, y: sheet.y, width }, { size: 10.5, isBold: true }, "H2") + 8;
  const table = new TableWriter(sheet, columns, texts.usageColumns);
  const sum = (pick: (row: InvoiceUsage["rows"][number]) => number) =>
    usage.rows.reduce((total, row) => total + pick(row), 0);
  const total = {
    provider: texts.usageTotal,
    requests: sum((row) => row.requests),
    units: sum((row) => row.units),
    amountMicros: sum((row) => row.amountMicros),
  };
  for (const [index, row] of [...usage.rows, total].entries()) {
    const structure = table.row(rowHeight);
    const style = { size: 9, isBold: index === usage.rows.length };
    const cell = (column: keyof typeof columns, value: string) =>
      sheet.text(value, { ...columns[column], y: sheet.y }, style, "TD", structure);
    cell("provider", row.provider);
    cell("requests", texts.number(row.requests));
    cell("units", texts.number(row.units));
    cell("amount", texts.microsAsMoney(row.amountMicros));
    structure.end();
    if (index < usage.rows.length) sheet.line(sheet.y + rowHeight - 3.5);
    sheet.y += rowHeight;
  }
  table.end();
  sheet.y += mm(4);
}
