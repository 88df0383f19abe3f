import type { Snapshot } from "../../platform/db/snapshot.ts";

type Row = { id: string; day: string; content_type: string; content: Buffer };

const extensions: Readonly<Record<string, string>> = { "application/pdf": "pdf", "application/xml": "xml" };

/** Yields the documents of final invoices and credit notes in the order of their numbers, one invoice at a time. */
export async function* readInvoiceDocuments(
  snapshot: Snapshot,
): AsyncGenerator<{ name: string; content: Buffer }> {
  const statement = `select number, pdf, xml from invoice
    where organization_id = current_setting('app.organization_id')::uuid and state = 'final'
    order by number`;
  for await (const rows of snapshot.batches<{ number: string; pdf: Buffer; xml: Buffer }>(statement, [], 1)) {
    for (const { number, pdf, xml } of rows) {
      yield { name: `${number}.pdf`, content: pdf };
      yield { name: `${number}.xml`, content: xml };
    }
  }
}

/** Yields stored files that are invoices, oldest first, one at a time. Their names consist of day and id. */
export async function* readInvoices(snapshot: Snapshot): AsyncGenerator<{ name: string; content: Buffer }> {
  const statement = `select id, to_char(created_at, 'YYYY-MM-DD') as day, content_type, content from stored_file
    where organization_id = current_setting('app.organization_id')::uuid and kind = 'invoice'
    order by created_at, id`;
  for await (const rows of snapshot.batches<Row>(statement, [], 1)) {
    for (const { id, day, content_type, content } of rows)
      yield { name: `${day}-${id}.${extensions[content_type] ?? "bin"}`, content };
  }
}
