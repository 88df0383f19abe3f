import type { InvoiceAddress, InvoiceDocument } from "../invoice-document.ts";
import { fillText, type InvoiceTexts } from "../invoice-texts.ts";
import { hasSwissBill } from "./payment-box.ts";
import { drawMark } from "../../../../platform/documents/mark.ts";
import { left, mm, right, type Sheet, width } from "../../../../platform/documents/sheet.ts";

const infoLeft = mm(125);

/** Writes the letterhead of DIN 5008 form B, the address, the facts of the document and its title. */
export function writeLetterHead(sheet: Sheet, document: InvoiceDocument, texts: InvoiceTexts): void {
  const { seller, buyer } = document;
  drawMark(sheet, mm(15.5));
  sheet.text(seller.name, { x: left + 34, y: mm(17.2), width: width - 34 }, { size: 15, isBold: true });
  drawFoldMarks(sheet, document);

  const sender = [seller.name, ...addressLines(seller.address, seller.address.country, texts.locale)].join(
    " · ",
  );
  sheet.text(sender, { x: left, y: mm(45), width: mm(85) }, { size: 7, color: "muted" });
  sheet.line(mm(45) + sheet.height(sender, mm(85), { size: 7 }) + 3, left, left + mm(85));
  const recipient = [
    buyer.name,
    ...(buyer.contactName === null ? [] : [buyer.contactName]),
    ...addressLines(buyer.address, seller.address.country, texts.locale),
  ].join("\n");
  const recipientHeight = sheet.text(recipient, { x: left, y: mm(53), width: mm(85) }, { size: 11 });
  const factsBottom = writeFacts(sheet, document, texts);

  sheet.y = Math.max(mm(53) + recipientHeight, factsBottom) + mm(6);
  const title = texts.titles[document.kind];
  sheet.y += sheet.text(title, { x: left, y: sheet.y, width }, { size: 17, isBold: true }, "H1") + 4;
  sheet.document.outline.addItem(`${title} ${document.number}`);
  for (const text of introduction(document, texts)) {
    sheet.y += sheet.text(text, { x: left, y: sheet.y, width }, { size: 9.5, color: "muted" }) + 3;
  }
  for (const note of document.notes) {
    sheet.y += sheet.text(note, { x: left, y: sheet.y + 3, width }, { size: 9.5 }) + 6;
  }
  sheet.y += mm(4);
}

function introduction(
  { precedingInvoice, currency, format }: InvoiceDocument,
  texts: InvoiceTexts,
): string[] {
  const correctedText =
    precedingInvoice === null
      ? []
      : precedingInvoice.issueDate === null
        ? [fillText(texts.corrects, { invoice: precedingInvoice.number })]
        : [
            fillText(texts.correctsOf, {
              invoice: precedingInvoice.number,
              day: texts.day(precedingInvoice.issueDate),
            }),
          ];
  const amounts = fillText(texts.amountsIn, { currency: texts.currencies[currency] });
  return [[...correctedText, amounts].join(" "), ...(format === "xrechnung" ? [texts.copy] : [])];
}

function writeFacts(sheet: Sheet, document: InvoiceDocument, texts: InvoiceTexts): number {
  const { period, seller, buyer } = document;
  const range = fillText(texts.range, { from: texts.day(period.from), to: texts.day(period.to) });
  const facts: [name: string, value: string | null, isBold?: boolean][] = [
    [texts.numbers[document.kind], document.number, true],
    [texts.days[document.kind], texts.day(document.issueDate)],
    [texts.period, range],
    [texts.customerNumber, buyer.customerNumber],
    [texts.buyerReference, document.buyerReference],
    [texts.buyerVatId, buyer.vatId],
    [texts.due, document.dueDate === null ? null : texts.day(document.dueDate), true],
    [texts.contact, `${seller.contact.name}\n${seller.contact.phone}`],
  ];
  const nameWidth = mm(29);
  let y = mm(45);
  for (const [name, value, isBold = false] of facts) {
    if (value === null) continue;
    const style = { size: 9, isBold };
    const box = { x: infoLeft + nameWidth, y, width: right - infoLeft - nameWidth, align: "right" } as const;
    const nameHeight = sheet.text(name, { x: infoLeft, y, width: nameWidth }, { size: 9, color: "muted" });
    y += Math.max(nameHeight, sheet.text(value, box, style)) + 3.6;
  }
  return y;
}

/** Returns the lines of an address; the country only when it differs from the sender's. */
export function addressLines(address: InvoiceAddress, senderCountry: string, locale: string): string[] {
  const { street, houseNumber, addition, postalCode, city, country } = address;
  const countryName = new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country;
  return [
    ...(addition === null ? [] : [addition]),
    houseNumber === null ? street : `${street} ${houseNumber}`,
    `${postalCode} ${city}`,
    ...(country === senderCountry ? [] : [countryName]),
  ];
}

/** Draws fold marks at 105 and 210 mm, so that the address shows in the window of an envelope. */
function drawFoldMarks(sheet: Sheet, document: InvoiceDocument): void {
  // The space of a Swiss QR-bill contains nothing else.
  for (const height of hasSwissBill(document) ? [105] : [105, 210]) sheet.line(mm(height), 0, mm(5));
}
