import { Readable } from "node:stream";
import type { BillingSummary } from "@praxisportal/contract/invoices/invoice-runs.schema";
import type {
  Invoice,
  InvoiceDetail,
  InvoiceFileQuery,
  InvoiceListQuery,
  UnpaidInvoices,
} from "@praxisportal/contract/invoices/invoices.schema";
import { paginationFor } from "@praxisportal/contract/pagination";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { FileResponse } from "../../../platform/http/calls/file-response.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { InvoiceRenderer } from "../documents/render/create-invoice-renderer.ts";
import { invoiceTexts } from "../documents/invoice-texts.ts";
import { readDraft } from "../final/finalize.ts";
import { operatorDay } from "../../../platform/clock/operator-day.ts";
import type { Parties } from "../profile/parties.ts";
import { readRuns } from "../runs/runs.platform-queries.ts";
import { presentRun } from "../runs/runs.presenter.ts";
import type { InvoiceDetailRow, InvoiceRow, PaymentRow } from "./invoice-rows.queries.ts";
import * as platformQueries from "./invoices.platform-queries.ts";
import { presentInvoice, presentInvoiceDetail, presentSummary, presentUnpaid } from "./invoices.presenter.ts";
import * as queries from "./invoices.queries.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  parties: Parties;
  renderer: InvoiceRenderer;
};

const fileTypes = { pdf: "application/pdf", xml: "application/xml" } as const;

/** Lists, details and files of invoices. */
export class InvoiceListService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns a page of the final invoices of an organization. */
  async list(db: OrganizationDb, query: InvoiceListQuery) {
    return pageOf(query, await queries.readInvoices(db, query, this.#today()));
  }

  /** Returns the amounts that an organization still has to pay. */
  async unpaid(db: OrganizationDb): Promise<UnpaidInvoices> {
    return presentUnpaid(await queries.readUnpaid(db, this.#today()));
  }

  /** Returns a page of all invoices and drafts. */
  async listAll(query: InvoiceListQuery) {
    const result = await platformQueries.readAllInvoices(this.#dependencies.platformDb, query, this.#today());
    return pageOf(query, result);
  }

  /** Returns a final invoice of an organization. Errors: 404, even for a draft. */
  async get(db: OrganizationDb, invoiceId: string): Promise<InvoiceDetail> {
    const { row, payments } = await queries.readInvoice(db, invoiceId, this.#today());
    return this.#detail(row, payments);
  }

  /** Returns an invoice or a draft of any organization. Errors: 404. */
  async getAny(invoiceId: string): Promise<InvoiceDetail> {
    const { platformDb } = this.#dependencies;
    const { row, payments } = await platformQueries.readAnyInvoice(platformDb, invoiceId, this.#today());
    return this.#detail(row, payments);
  }

  /** Returns the stored bytes of a final invoice. Errors: 404, even for a draft. */
  async file(db: OrganizationDb, invoiceId: string, { format }: InvoiceFileQuery): Promise<FileResponse> {
    const file = await queries.readInvoiceFile(db, invoiceId, format);
    if (file === undefined) throw new ProblemError("NOT_FOUND");
    return fileResponse(file.number, format, file.content);
  }

  /** Returns the stored bytes of a final invoice, or a preview of a draft. Errors: 404, 409 INVOICE_INCOMPLETE. */
  async fileOrPreview(invoiceId: string, { format }: InvoiceFileQuery): Promise<FileResponse> {
    const { platformDb, parties, renderer, clock } = this.#dependencies;
    const file = await platformQueries.readAnyInvoiceFile(platformDb, invoiceId, format);
    if (file !== undefined) return fileResponse(file.number, format, file.content);
    const { row } = await platformQueries.readAnyInvoice(platformDb, invoiceId, this.#today());
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    const draft = await readDraft(platformDb.reads, parties, draftOf(row));
    if (draft.missing.length > 0)
      throw new ProblemError("INVOICE_INCOMPLETE", { members: { missing: draft.missing } });
    if (draft.lines.length === 0) throw new ProblemError("CONFLICT");
    const number = invoiceTexts(draft.language).draft;
    const document = draft.document({ number, day: operatorDay(clock.now()), debtorIban: null });
    return fileResponse(number, format, (await renderer.render(document))[format]);
  }

  /** Returns the operator's summary of invoices and amounts. */
  async summary(): Promise<BillingSummary> {
    const { platformDb, parties } = this.#dependencies;
    const today = this.#today();
    const month = `${today.slice(0, 7)}-01`;
    const rows = await platformQueries.readSummary(platformDb, month, today);
    const [run] = await readRuns(platformDb, 1);
    const { missing } = await parties.sellerOf();
    return presentSummary(month, rows, run === undefined ? null : presentRun(run), missing);
  }

  async #detail(row: InvoiceDetailRow | undefined, payments: readonly PaymentRow[]): Promise<InvoiceDetail> {
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    if (row.document !== null) return presentInvoiceDetail(row, row.document, payments);
    const { platformDb, parties } = this.#dependencies;
    const draft = await readDraft(platformDb.reads, parties, draftOf(row));
    return presentInvoiceDetail(row, draft, payments);
  }

  #today(): string {
    return operatorDay(this.#dependencies.clock.now());
  }
}

const draftOf = ({ id, organization_id: organizationId, currency }: InvoiceDetailRow) => ({
  id,
  organizationId,
  currency,
});

function pageOf(
  query: InvoiceListQuery,
  { rows, total }: { rows: readonly InvoiceRow[]; total: number },
): { data: Invoice[]; pagination: ReturnType<typeof paginationFor> } {
  return { data: rows.map((row) => presentInvoice(row)), pagination: paginationFor(query, total) };
}

function fileResponse(number: string, format: "pdf" | "xml", content: Buffer): FileResponse {
  return new FileResponse(`${number}.${format}`, fileTypes[format], Readable.from([content]));
}
