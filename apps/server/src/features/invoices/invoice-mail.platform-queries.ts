import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { InvoiceDocument } from "./documents/invoice-document.ts";

type InvoiceMail = { document: InvoiceDocument; pdf: Buffer; xml: Buffer };

/** Reads the content of the mail with an invoice, and stores that the mail was prepared. */
export async function findInvoiceMail(db: PlatformDb, invoiceId: string): Promise<InvoiceMail | undefined> {
  const { rows } = await sql<InvoiceMail>`
    update invoice_account a set mailed_at = now()
    from invoice i
    where i.organization_id = a.organization_id and i.id = a.invoice_id and i.id = ${invoiceId} and i.state = 'final'
    returning i.document, i.pdf, i.xml`.execute(db.writes);
  return rows[0];
}
