import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { idOf, type PrepareMail } from "../../platform/mail/mail-job.ts";
import type { MailAttachment } from "../../platform/mail/outgoing-mail.ts";
import { findInvoiceMail } from "./invoice-mail.platform-queries.ts";

/**
 * Prepares the mail with a final invoice or credit note: `{ organizationId, invoiceId }`. It is sent to the address in
 * the document. Without an address, the document is available only in the portal.
 */
export function invoiceMail(db: PlatformDb): PrepareMail {
  return async (payload) => {
    const invoiceId = idOf(payload, "invoiceId");
    const storedInvoice = await findInvoiceMail(db, invoiceId);
    const address = storedInvoice?.document.buyer.electronicAddress ?? null;
    if (storedInvoice === undefined || address === null) return undefined;
    const { document, pdf, xml } = storedInvoice;
    const { number, buyer, language, totals, payment, dueDate } = document;
    const attach = (format: "pdf" | "xml", content: Buffer): MailAttachment => ({
      filename: `${number}.${format}`,
      contentType: `application/${format}`,
      content,
    });
    return {
      to: { name: buyer.contactName ?? buyer.name, address },
      language,
      values: {
        organization: buyer.name,
        invoiceNumber: number,
        amount: { cents: totals.grossCents, currency: document.currency },
        ...(payment.kind === "transfer" && dueDate !== null && { dueOn: dueDate }),
        ...(payment.kind === "direct_debit" && { debitOn: payment.collectionDate }),
      },
      // The PDF of Factur-X contains the XML.
      attachments: [attach("pdf", pdf), ...(document.format === "xrechnung" ? [attach("xml", xml)] : [])],
    };
  };
}
