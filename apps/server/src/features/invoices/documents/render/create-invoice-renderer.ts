import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createRenderProcess } from "../../../../platform/documents/render-process.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import type { DocumentFiles } from "./render-document.ts";

/** The exact bytes of an invoice with their SHA-256 in hexadecimal. */
export type RenderedInvoice = DocumentFiles & { xmlSha256: string; pdfSha256: string };

export type InvoiceRenderer = {
  /** Renders the files of a document. Throws if the document has faults, or if the process ends or takes too long. */
  render: (document: InvoiceDocument) => Promise<RenderedInvoice>;
  /** Ends the process. Documents that wait are refused. */
  stop: () => Promise<void>;
};

/** Renders invoice documents in a child process. */
export function createInvoiceRenderer(times: { timeoutMs?: number; idleMs?: number } = {}): InvoiceRenderer {
  const { render, stop } = createRenderProcess<InvoiceDocument, Record<"xml" | "pdf", Uint8Array>>({
    module: fileURLToPath(new URL("./render-child.ts", import.meta.url)),
    nameOf: ({ number }) => number,
    ...times,
  });
  return {
    stop,
    render: async (document) => {
      const files = await render(document);
      const [xml, pdf] = [Buffer.from(files.xml), Buffer.from(files.pdf)];
      return { xml, pdf, xmlSha256: sha256(xml), pdfSha256: sha256(pdf) };
    },
  };
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
