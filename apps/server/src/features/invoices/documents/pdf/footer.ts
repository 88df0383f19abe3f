import { formatIban } from "../../../../platform/banking/iban.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { fillText, type InvoiceTexts } from "../invoice-texts.ts";
import { addressLines } from "./letter-head.ts";
import { left, mm, right, type Sheet, width } from "../../../../platform/documents/sheet.ts";

const style = { size: 7.2, color: "muted" } as const;

/** Writes the details of the seller below the text, as German law requires for business letters. */
export function writeImprint(
  sheet: Sheet,
  document: InvoiceDocument,
  texts: InvoiceTexts,
  top: number,
): void {
  const { seller, payment } = document;
  const account =
    payment.kind === "transfer"
      ? [
          seller.bankName,
          `IBAN ${formatIban(payment.iban)}`,
          payment.bic === null ? null : `BIC ${payment.bic}`,
        ]
      : [];
  const columns: [widthMm: number, lines: (string | null)[]][] = [
    [40, [seller.name, ...addressLines(seller.address, "", texts.locale)]],
    [36, [`${texts.phone} ${seller.contact.phone}`, seller.contact.email, seller.website]],
    [50, account],
    [
      45,
      [
        seller.management,
        seller.register,
        seller.vatId === null ? null : `${texts.vatId} ${seller.vatId}`,
        seller.taxNumber === null ? null : `${texts.taxNumber} ${seller.taxNumber}`,
      ],
    ],
  ];
  let x = left;
  sheet.line(top - 6);
  for (const [widthMm, lines] of columns) {
    const text = lines.filter((line) => line !== null).join("\n");
    sheet.text(text, { x, y: top, width: mm(widthMm) - 6 }, style);
    x += mm(widthMm);
  }
}

/** Writes the number of the document and of the page. */
export function writePageNumber(
  sheet: Sheet,
  document: InvoiceDocument,
  texts: InvoiceTexts,
  { page, pages, y }: { page: number; pages: number; y: number },
): void {
  const copyNote = document.format === "xrechnung" ? texts.copy : texts.attached;
  sheet.decorationText(`${document.number} · ${copyNote}`, { x: left, y, width: width * 0.8 }, style);
  sheet.decorationText(
    fillText(texts.page, { page, pages }),
    { x: right - mm(35), y, width: mm(35), align: "right" },
    style,
  );
}
