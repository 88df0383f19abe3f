import type { InvoiceDocument } from "../invoice-document.ts";
import { type DocumentFiles, renderDocument } from "./render-document.ts";

/** What the child answers to a document. */
export type RenderReply = ({ ok: true } & DocumentFiles) | { ok: false; message: string };

/** The process that makes invoice documents: each message is a document, each answer its files or the fault. */
process.on("message", (document: InvoiceDocument) => {
  void reply(document).then((answer) => process.send?.(answer));
});
// The server is gone.
process.on("disconnect", () => process.exit());

async function reply(document: InvoiceDocument): Promise<RenderReply> {
  try {
    return { ok: true, ...(await renderDocument(document)) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
