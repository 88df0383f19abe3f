import { SwissQRBill } from "swissqrbill/pdf";
import type { InvoiceAddress, InvoiceDocument } from "../invoice-document.ts";
import { fillText, type InvoiceTexts } from "../invoice-texts.ts";
import { fontName } from "../../../../platform/documents/fonts.ts";
import { mm, type Sheet } from "../../../../platform/documents/sheet.ts";

/** Height of payment part and receipt at the bottom of an A4 page. */
export const billHeight = mm(105);

/** Writes payment part and receipt of a Swiss QR-bill at the bottom of the page. */
export function writeSwissBill(sheet: Sheet, document: InvoiceDocument, texts: InvoiceTexts): void {
  const { payment, seller, buyer, totals, language } = document;
  if (payment.kind !== "transfer") return;
  const top = sheet.document.page.height - billHeight;
  const isStructured = /^RF\d{2}/.test(payment.reference);
  const bill = new SwissQRBill(
    {
      currency: "CHF",
      amount: totals.dueCents / 100,
      creditor: { account: payment.iban, name: payment.accountName.slice(0, 70), ...partsOf(seller.address) },
      debtor: { name: buyer.name.slice(0, 70), ...partsOf(buyer.address) },
      ...(isStructured
        ? { reference: payment.reference, message: document.number }
        : { message: payment.reference }),
    },
    { fontName, language: swissLanguages[language] },
  );
  const alt = fillText(texts.swissBill, { amount: texts.money(totals.dueCents), name: payment.accountName });
  sheet.figure(alt, [0, top, sheet.document.page.width, billHeight], () => {
    sheet.document.save().fillColor("#000000");
    // The package begins a page when the position of the text leaves too little space.
    sheet.document.y = top;
    bill.attachTo(sheet.document, 0, top);
    sheet.document.restore();
  });
}

const swissLanguages = { de: "DE", en: "EN", fr: "FR", it: "IT" } as const;

function partsOf({ street, houseNumber, postalCode, city, country }: InvoiceAddress) {
  return {
    address: street,
    ...(houseNumber === null ? {} : { buildingNumber: houseNumber }),
    zip: postalCode,
    city,
    country,
  };
}
