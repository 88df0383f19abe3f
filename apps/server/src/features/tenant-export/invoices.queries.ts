import type { Snapshot } from "../../platform/db/snapshot.ts";

type Row = { id: string; day: string; content_type: string; content: Buffer };

const extensions: Readonly<Record<string, string>> = { "application/pdf": "pdf", "application/xml": "xml" };

/** Yields the invoices, oldest first, one at a time; their names consist of day and id. */
export async function* readInvoices(snapshot: Snapshot): AsyncGenerator<{ name: string; content: Buffer }> {
  const statement = `select id, to_char(created_at, 'YYYY-MM-DD') as day, content_type, content from stored_file
    where organization_id = current_setting('app.organization_id')::uuid and kind = 'invoice'
    order by created_at, id`;
  for await (const rows of snapshot.batches<Row>(statement, [], 1)) {
    for (const { id, day, content_type, content } of rows)
      yield { name: `${day}-${id}.${extensions[content_type] ?? "bin"}`, content };
  }
}
