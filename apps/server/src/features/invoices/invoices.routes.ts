import * as endpoints from "@praxisportal/contract/invoices/invoices.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { FinalInvoiceService } from "./final/final.service.ts";
import { mayInvoice } from "./invoices.policy.ts";
import type { InvoiceListService } from "./list/invoice-list.service.ts";
import type { InvoiceRunService } from "./runs/runs.service.ts";

type Services = { list: InvoiceListService; runs: InvoiceRunService; final: FinalInvoiceService };

/** Registers the calls about invoices of an organization, and those of the operator. */
export function registerInvoiceRoutes(registrar: Registrar, { list, runs, final }: Services): void {
  registrar.handle(endpoints.listInvoices, ({ context, query }) => list.list(context.organization.db, query));

  registrar.handle(endpoints.getUnpaidInvoices, ({ context }) => list.unpaid(context.organization.db));

  registrar.handle(endpoints.getInvoice, ({ context, params }) =>
    list.get(context.organization.db, params.invoiceId),
  );

  registrar.handle(endpoints.getInvoiceFile, ({ context, params, query }) =>
    list.file(context.organization.db, params.invoiceId, query),
  );

  registrar.handle(endpoints.getBillingSummary, () => list.summary());

  registrar.handle(endpoints.listInvoiceRuns, () => runs.list());

  registrar.handle(endpoints.startInvoiceRun, ({ context, body }) =>
    runs.start(authorize(context, "invoices.startRun", mayInvoice), body),
  );

  registrar.handle(endpoints.listAllInvoices, ({ query }) => list.listAll(query));

  registrar.handle(endpoints.getAnyInvoice, ({ params }) => list.getAny(params.invoiceId));

  registrar.handle(endpoints.getAnyInvoiceFile, ({ params, query }) =>
    list.fileOrPreview(params.invoiceId, query),
  );

  registrar.handle(endpoints.recalculateInvoice, ({ context, params }) =>
    final.recalculate(authorize(context, "invoices.recalculate", mayInvoice), params.invoiceId),
  );

  registrar.handle(endpoints.finalizeInvoice, ({ context, params, body }) =>
    final.finalize(authorize(context, "invoices.finalise", mayInvoice), params.invoiceId, body),
  );

  registrar.handle(endpoints.discardInvoice, ({ context, params }) =>
    final.discard(authorize(context, "invoices.discard", mayInvoice), params.invoiceId),
  );

  registrar.handle(endpoints.creditInvoice, ({ context, params, body }) =>
    final.credit(authorize(context, "invoices.credit", mayInvoice), params.invoiceId, body),
  );

  registrar.handle(endpoints.changeLegalHold, ({ context, params, body }) =>
    final.changeLegalHold(
      authorize(context, "invoices.changeLegalHold", mayInvoice),
      params.invoiceId,
      body.reason,
    ),
  );
}
