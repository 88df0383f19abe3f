import { writeCii } from "../cii/write-cii.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { renderInvoicePdf } from "../pdf/render-invoice-pdf.ts";
import { documentFaults } from "./check-document.ts";

/** The bytes of a document. For an XRechnung the XML is the invoice and the PDF its visual copy. */
export type DocumentFiles = { xml: Buffer; pdf: Buffer };

/** Renders the files of a document. Throws an error that lists the faults of the document. */
export async function renderDocument(document: InvoiceDocument): Promise<DocumentFiles> {
  const faults = documentFaults(document);
  if (faults.length > 0) throw new Error(`${document.number}: ${faults.join("; ")}`);
  const xml = Buffer.from(writeCii(document), "utf8");
  return { xml, pdf: await renderInvoicePdf(document, xml) };
}
