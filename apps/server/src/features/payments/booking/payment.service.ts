import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { InvoiceDetail } from "@praxisportal/contract/invoices/invoices.schema";
import type { AddPayment } from "@praxisportal/contract/payments/payments.schema";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { Invoices } from "../../invoices/create-invoices.ts";
import { bookPayments } from "./book-payments.ts";
import { findInvoice, lockInvoices } from "./invoices.platform-queries.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock; invoices: Pick<Invoices, "detailOf"> };

/** Adds payments that the operator enters. */
export class PaymentService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Books a payment of an invoice. Errors: see the endpoint; 400 for a day in the future. */
  async add(
    { context }: Authorized<"payments.add">,
    invoiceId: string,
    { bookedOn, amountCents, note }: AddPayment,
  ): Promise<InvoiceDetail> {
    const { platformDb, clock, invoices } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    await platformDb.write(async (tx, allDb) => {
      const id = uuidV7();
      await saveIdempotencyKey(tx, context.repeatable, id);
      const invoice = await findInvoice(allDb, invoiceId);
      if (invoice === undefined) throw new ProblemError("NOT_FOUND");
      const { organizationId, timeZone } = invoice;
      if (bookedOn > dayIn(timeZone, clock.now()))
        throw new ProblemError("VALIDATION_FAILED", {
          issues: [{ path: "bookedOn", code: "date", params: {} }],
        });
      if (!invoice.isPayable) throw new ProblemError("CONFLICT");
      const lockedInvoices = await lockInvoices(allDb, [invoice]);
      if (!lockedInvoices.has(invoiceId)) throw new ProblemError("CONFLICT");
      await bookPayments({ tx, allDb, context }, lockedInvoices, [
        {
          id,
          organizationId,
          invoiceId,
          bookedOn,
          amountCents,
          source: "manual",
          note,
          entryReference: null,
        },
      ]);
    });
    return invoices.detailOf(invoiceId);
  }
}
