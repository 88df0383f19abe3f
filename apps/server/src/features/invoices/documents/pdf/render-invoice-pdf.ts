import type { InvoiceDocument } from "../invoice-document.ts";
import { textsOf } from "../invoice-texts.ts";
import { invoiceMetadata } from "./factur-x-metadata.ts";
import { writeImprint, writePageNumber } from "./footer.ts";
import { writeLetterHead } from "./letter-head.ts";
import { writeLines, writeTotals } from "./line-table.ts";
import { hasSwissBill, writePayment } from "./payment-box.ts";
import { mm, Sheet } from "../../../../platform/documents/sheet.ts";
import { billHeight, writeSwissBill } from "./swiss-bill.ts";
import { writeUsage } from "./usage-table.ts";

type AttachmentOptions = PDFKit.Mixins.PDFAttachmentOptions & { relationship: "Alternative" | "Source" };

/**
 * Renders a document as tagged PDF/A-3 with its XML attached: as Factur-X in the profile EN 16931, or as visual copy of
 * an XRechnung. The same document always gives the same bytes.
 */
export async function renderInvoicePdf(document: InvoiceDocument, xml: Buffer): Promise<Buffer> {
  const texts = textsOf(document);
  const isHybrid = document.format === "factur-x";
  const createdAt = new Date(`${document.issueDate}T00:00:00Z`);
  const sheet = new Sheet({
    title: `${texts.titles[document.kind]} ${document.number}`,
    locale: texts.locale,
    createdAt,
    subset: "PDF/A-3a",
    metadata: invoiceMetadata(document.seller.name, isHybrid),
  });
  // The relationship is missing in the published types.
  const attachment: AttachmentOptions = {
    name: isHybrid ? "factur-x.xml" : "xrechnung.xml",
    type: "text/xml",
    description: texts.attachment,
    creationDate: createdAt,
    modifiedDate: createdAt,
    // The XML of a hybrid invoice is equal to its pages; the pages of a visual copy are only made from it.
    relationship: isHybrid ? "Alternative" : "Source",
  };
  sheet.document.file(xml, attachment);
  writeLetterHead(sheet, document, texts);
  writeLines(sheet, document, texts);
  writeTotals(sheet, document, texts);
  writePayment(sheet, document, texts);
  if (document.usage !== null) writeUsage(sheet, document.usage, texts);
  const billTop = hasSwissBill(document) ? sheet.document.page.height - billHeight : null;
  const imprintTop = billTop === null ? mm(266) : billTop - mm(21);
  if (sheet.y > imprintTop - mm(2)) sheet.addPage();
  writeImprint(sheet, document, texts, imprintTop);
  if (billTop !== null) writeSwissBill(sheet, document, texts);
  return await sheet.end((page, pages) => {
    const y = billTop !== null && page === pages ? billTop - mm(7) : mm(286);
    writePageNumber(sheet, document, texts, { page, pages, y });
  });
}
