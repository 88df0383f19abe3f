import type { InvoiceDocument, InvoiceLine } from "../invoice-document.ts";
import { fillText, type InvoiceTexts } from "../invoice-texts.ts";
import { columnsOf, TableWriter } from "../../../../platform/documents/columns.ts";
import { left, mm, right, type Sheet, width } from "../../../../platform/documents/sheet.ts";

const columns = columnsOf({
  number: mm(10),
  text: mm(83),
  quantity: mm(24),
  tax: -mm(12),
  price: -mm(21),
  net: -mm(21),
});
const style = { size: 9.5 } as const;
const detailStyle = { size: 8.5, color: "muted" } as const;
const padding = 7;

/** Writes the lines, each with number, text, quantity, rate, price and net amount. */
export function writeLines(sheet: Sheet, { lines }: InvoiceDocument, texts: InvoiceTexts): void {
  const table = new TableWriter(sheet, columns, texts.columns);
  for (const [index, line] of lines.entries()) {
    const textWidth = columns.text.width - 6;
    const textHeight = sheet.height(line.text, textWidth, { ...style, isBold: true });
    const detail = detailOf(line, texts);
    const detailHeight = detail === null ? 0 : sheet.height(detail, textWidth, detailStyle) + 2;
    const rowHeight = textHeight + detailHeight + 2 * padding;
    const row = table.row(rowHeight);
    const cell = (column: keyof typeof columns, value: string, isMuted = false) =>
      sheet.text(
        value,
        { ...columns[column], y: sheet.y },
        { ...style, color: isMuted ? "muted" : "text" },
        "TD",
        row,
      );
    cell("number", String(index + 1), true);
    const textCell = sheet.section("TD", row);
    const box = { x: columns.text.x, y: sheet.y, width: textWidth };
    sheet.text(line.text, box, { ...style, isBold: true }, "P", textCell);
    if (detail !== null) {
      sheet.text(detail, { ...box, y: sheet.y + textHeight + 2 }, detailStyle, "P", textCell);
    }
    textCell.end();
    cell("quantity", quantityOf(line, texts));
    cell("tax", texts.rate(line.rateBasisPoints));
    cell("price", texts.money(line.unitPriceCents));
    cell("net", texts.money(line.netCents));
    row.end();
    sheet.y += rowHeight - padding;
    if (index < lines.length - 1) sheet.line(sheet.y);
    sheet.y += padding;
  }
  table.end();
}

function detailOf({ detail, period }: InvoiceLine, texts: InvoiceTexts): string | null {
  const days =
    period === null
      ? []
      : [fillText(texts.range, { from: texts.day(period.from), to: texts.day(period.to) })];
  const parts = [...(detail === null ? [] : [detail]), ...days];
  return parts.length === 0 ? null : parts.join(" · ");
}

function quantityOf({ quantityMilli, unit }: InvoiceLine, texts: InvoiceTexts): string {
  const names = Math.abs(quantityMilli) === 1000 ? texts.units : texts.unitsPlural;
  return `${texts.number(quantityMilli / 1000)} ${names[unit]}`.trim();
}

const totalsLeft = left + width / 2 + mm(5);

/** Writes the sums: net, tax of each rate, total, and the amount due. */
export function writeTotals(sheet: Sheet, document: InvoiceDocument, texts: InvoiceTexts): void {
  const { totals, taxes, kind } = document;
  const reasons = taxes.flatMap((tax) => (tax.exemptionReason === null ? [] : [tax.exemptionReason]));
  sheet.ensure(mm(24) + taxes.length * 18 + reasons.length * 16);
  sheet.y += 4;
  const row = (name: string, amount: string, isMain = false) => {
    const textStyle = { size: isMain ? 13 : 9.5, isBold: isMain };
    const nameWidth = right - totalsLeft - mm(26);
    const height = sheet.text(name, { x: totalsLeft, y: sheet.y, width: nameWidth }, textStyle);
    sheet.text(amount, { x: right - mm(45), y: sheet.y, width: mm(45), align: "right" }, textStyle);
    sheet.y += height + 7;
  };
  const rule = () => {
    sheet.line(sheet.y, totalsLeft, right, "strong", 0.9);
    sheet.y += 8;
  };
  row(texts.net, texts.money(totals.netCents));
  for (const { rateBasisPoints, basisCents, taxCents } of taxes) {
    const values = { rate: texts.rate(rateBasisPoints), basis: texts.money(basisCents) };
    row(fillText(rateBasisPoints === 0 ? texts.untaxed : texts.tax, values), texts.money(taxCents));
  }
  rule();
  row(texts.gross[kind], texts.money(totals.grossCents), true);
  if (totals.prepaidCents !== 0) {
    row(texts.prepaid, texts.money(-totals.prepaidCents));
    rule();
    row(texts.amountDue, texts.money(totals.dueCents), true);
  }
  for (const reason of reasons) {
    sheet.y += sheet.text(reason, { x: left, y: sheet.y, width }, { size: 9.5 }) + 4;
  }
  sheet.y += mm(3);
}
