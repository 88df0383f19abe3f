import type { Feature } from "../../platform/feature.ts";
import { createInvoiceRenderer, type InvoiceRenderer } from "./documents/render/create-invoice-renderer.ts";

type Invoices = Feature & { renderer: InvoiceRenderer };

/** Invoices: their documents are made in a child process. */
export function createInvoices(): Invoices {
  const renderer = createInvoiceRenderer();
  return { registerRoutes: () => undefined, renderer, close: () => renderer.stop() };
}
