import { formatIban, maskIban } from "../../../../platform/banking/iban.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { fillText, type InvoiceTexts, paymentTermsOf } from "../invoice-texts.ts";
import { epcPayload, qrModules } from "./epc-code.ts";
import { colors, left, mm, type Sheet, width } from "../../../../platform/documents/sheet.ts";

const codeSize = mm(31);
const padding = mm(4.5);

/** Content of the box, with the payload of a QR code for a transfer in euros. */
type PaymentBox = {
  title: string;
  facts: [name: string, value: string][];
  note: string;
  code: string | null;
};

/** Writes the payment instructions of the document. */
export function writePayment(sheet: Sheet, document: InvoiceDocument, texts: InvoiceTexts): void {
  // The QR-bill contains everything else.
  if (hasSwissBill(document)) return writeSentence(sheet, `${paymentTermsOf(document)} ${texts.slip}`);
  writeBox(sheet, document, texts);
  // The box contains the due date, but no other terms.
  if (document.paymentTerms !== null) writeSentence(sheet, document.paymentTerms);
}

function writeBox(sheet: Sheet, document: InvoiceDocument, texts: InvoiceTexts): void {
  const { title, facts, note, code } = paymentBoxOf(document, texts);
  const x = left + padding + (code === null ? 0 : codeSize + padding);
  const textWidth = left + width - padding - x;
  const nameWidth = mm(34);
  const titleStyle = { size: 11.5, isBold: true } as const;
  const noteStyle = { size: 8, color: "muted" } as const;
  const textHeight =
    sheet.height(title, textWidth, titleStyle) +
    7 +
    facts.length * 15 +
    sheet.height(note, textWidth, noteStyle) +
    2;
  const height = Math.max(code === null ? 0 : codeSize, textHeight) + 2 * padding;
  sheet.ensure(height + mm(2));
  const top = sheet.y;
  sheet.decoration((pdf) => pdf.roundedRect(left, top, width, height, 6).lineWidth(0.8).stroke(colors.line));
  if (code !== null) {
    const alt = fillText(texts.qrCode, {
      amount: texts.money(document.totals.dueCents),
      name: document.seller.name,
    });
    drawCode(sheet, code, alt, left + padding, top + padding);
  }
  let y = top + (height - textHeight) / 2;
  y += sheet.text(title, { x, y, width: textWidth }, titleStyle) + 7;
  for (const [name, value] of facts) {
    sheet.text(name, { x, y, width: nameWidth }, { size: 9.5, color: "muted" });
    sheet.text(value, { x: x + nameWidth, y, width: textWidth - nameWidth }, { size: 9.5 });
    y += 15;
  }
  sheet.text(note, { x, y: y + 2, width: textWidth }, noteStyle);
  sheet.y = top + height + mm(6);
}

function paymentBoxOf(document: InvoiceDocument, texts: InvoiceTexts): PaymentBox {
  const { payment, totals, dueDate, kind } = document;
  const amount = texts.money(totals.dueCents);
  if (kind === "credit_note") return { title: texts.credit, facts: [], note: document.number, code: null };
  if (totals.dueCents <= 0) return { title: texts.nothingDue, facts: [], note: document.number, code: null };
  if (payment.kind === "direct_debit") {
    return {
      title: fillText(texts.directDebit, { amount, day: texts.day(payment.collectionDate) }),
      facts: [
        [texts.account, maskIban(payment.debtorIban)],
        [texts.mandate, payment.mandateReference],
        [texts.creditorId, payment.creditorId],
      ],
      note: texts.directDebitNote,
      code: null,
    };
  }
  const { accountName: recipient, iban, bic, reference } = payment;
  // The code of the European Payments Council is only for euros.
  const hasCode = document.currency === "EUR";
  return {
    title:
      dueDate === null
        ? fillText(texts.transferNow, { amount })
        : fillText(texts.transfer, { amount, day: texts.day(dueDate) }),
    facts: [
      [texts.recipient, recipient],
      ["IBAN", formatIban(iban)],
      [texts.reference, reference],
    ],
    note: hasCode ? texts.scan : document.number,
    code: hasCode ? epcPayload({ recipient, iban, bic, amountCents: totals.dueCents, reference }) : null,
  };
}

/** Draws the dark modules of each row as joined rectangles in one path. */
function drawCode(sheet: Sheet, payload: string, alt: string, x: number, y: number): void {
  const modules = qrModules(payload);
  const size = codeSize / modules.length;
  sheet.figure(alt, [x, y, codeSize, codeSize], () => {
    for (const [row, dark] of modules.entries()) {
      for (let from = 0; from < dark.length; from += 1) {
        if (!dark[from]) continue;
        const next = dark.indexOf(false, from);
        const to = next === -1 ? dark.length : next;
        sheet.document.rect(x + from * size, y + row * size, (to - from) * size, size);
        from = to;
      }
    }
    sheet.document.fill("#000000");
  });
}

/** Returns whether the document is paid with a Swiss QR-bill, which has its own place on the page. */
export function hasSwissBill({ payment, currency, totals, kind }: InvoiceDocument): boolean {
  return (
    kind === "invoice" &&
    payment.kind === "transfer" &&
    currency === "CHF" &&
    // The bill allows no other account.
    /^(CH|LI)/.test(payment.iban) &&
    totals.dueCents > 0
  );
}

function writeSentence(sheet: Sheet, text: string): void {
  const style = { size: 9.5 } as const;
  sheet.ensure(sheet.height(text, width, style));
  sheet.y += sheet.text(text, { x: left, y: sheet.y, width }, style) + mm(6);
}
