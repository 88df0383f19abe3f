import { uuidV7 } from "@praxisportal/contract/identifiers";
import type {
  CreditInvoice,
  FinalizeInvoice,
  InvoiceDetail,
} from "@praxisportal/contract/invoices/invoices.schema";
import type { Kysely } from "kysely";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { createOneAtATime } from "../../../platform/one-at-a-time.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { recalculateDraft } from "../drafts/make-draft.ts";
import { issueCreditNote } from "./credit-note.ts";
import * as queries from "./final.platform-queries.ts";
import { finalizeDraft, type InvoiceFinalization, recordFinal } from "./finalize.ts";

type Dependencies = InvoiceFinalization & {
  platformDb: PlatformDb;
  clock: Clock;
  detailOf: (invoiceId: string) => Promise<InvoiceDetail>;
};

type Work = {
  tx: WriteTransaction;
  allDb: Kysely<TenantTables & GlobalTables>;
  invoice: queries.LockedInvoice;
};

/** Actions of the operator on drafts and final invoices. */
export class FinalInvoiceService {
  readonly #dependencies: Dependencies;
  // Calls that take a number wait for each other in any case. In this queue they wait without a connection.
  readonly #oneAtATime = createOneAtATime();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Makes a draft final. Errors: 403 STEP_UP_REQUIRED, 404, 409 INVOICE_FINAL, INVOICE_INCOMPLETE, INVOICE_UNPRICED.
   */
  async finalize(
    { context }: Authorized<"invoices.finalise">,
    id: string,
    { confirmUnpriced }: FinalizeInvoice,
  ): Promise<InvoiceDetail> {
    this.#assertFresh(context);
    await this.#change(id, async ({ tx, allDb, invoice }) => {
      const issuedInvoice = await finalizeDraft(allDb, this.#dependencies, invoice, {
        personId: context.caller.personId,
        confirmsUnpriced: confirmUnpriced,
        now: this.#dependencies.clock.now(),
      });
      recordFinal(tx, issuedInvoice, "invoice", context.auditBase());
    });
    return this.#dependencies.detailOf(id);
  }

  /** Recalculates a draft. Errors: 404, 409 INVOICE_FINAL. */
  async recalculate({ context }: Authorized<"invoices.recalculate">, id: string): Promise<InvoiceDetail> {
    const { parties, clock } = this.#dependencies;
    await this.#change(id, async ({ tx, allDb, invoice }) => {
      if (invoice.state === "final") throw new ProblemError("INVOICE_FINAL");
      await recalculateDraft(allDb, parties, invoice, clock.now());
      tx.record({
        ...context.auditBase(),
        organizationId: invoice.organizationId,
        action: "invoice.recalculated",
        target: { type: "invoice", id, display: invoice.month.slice(0, 7) },
      });
    });
    return this.#dependencies.detailOf(id);
  }

  /** Discards a draft. Errors: 403 STEP_UP_REQUIRED, 404, 409 INVOICE_FINAL. */
  async discard({ context }: Authorized<"invoices.discard">, id: string): Promise<void> {
    this.#assertFresh(context);
    await this.#change(id, async ({ tx, allDb, invoice }) => {
      if (invoice.state === "final") throw new ProblemError("INVOICE_FINAL");
      await queries.deleteDraft(allDb, invoice);
      tx.record({
        ...context.auditBase(),
        organizationId: invoice.organizationId,
        action: "invoice.discarded",
        target: { type: "invoice", id, display: invoice.month.slice(0, 7) },
      });
    });
  }

  /** Returns the credit note. Errors: 403 STEP_UP_REQUIRED, 404, 409 CONFLICT. */
  async credit(
    { context }: Authorized<"invoices.credit">,
    id: string,
    credit: CreditInvoice,
  ): Promise<InvoiceDetail> {
    this.#assertFresh(context);
    const noteId = uuidV7();
    await this.#change(id, async ({ invoice, ...transaction }) =>
      issueCreditNote(
        transaction,
        this.#dependencies,
        invoice,
        { id: noteId, ...credit },
        {
          personId: context.caller.personId,
          now: this.#dependencies.clock.now(),
          audit: context.auditBase(),
        },
      ),
    );
    return this.#dependencies.detailOf(noteId);
  }

  /** Sets or removes a legal hold. Errors: 403 STEP_UP_REQUIRED, 404, 409 CONFLICT for a draft. */
  async changeLegalHold(
    { context }: Authorized<"invoices.changeLegalHold">,
    id: string,
    reason: string | null,
  ): Promise<InvoiceDetail> {
    this.#assertFresh(context);
    await this.#change(id, async ({ tx, allDb, invoice }) => {
      if (invoice.state === "draft") throw new ProblemError("CONFLICT");
      await queries.storeLegalHold(allDb, invoice, reason);
      tx.record({
        ...context.auditBase(),
        organizationId: invoice.organizationId,
        action: "invoice.hold_changed",
        target: { type: "invoice", id, display: invoice.number ?? "" },
        changes: { legalHold: [null, reason !== null] },
        ...(reason !== null && { reason }),
      });
    });
    return this.#dependencies.detailOf(id);
  }

  #assertFresh({ caller }: RequestContext): void {
    assertFresh(caller, this.#dependencies.clock.now());
  }

  async #change(id: string, work: (work: Work) => Promise<void>): Promise<void> {
    await this.#oneAtATime(() =>
      this.#dependencies.platformDb.write(async (tx, allDb) => {
        const invoice = await queries.lockInvoice(allDb, id);
        if (invoice === undefined) throw new ProblemError("NOT_FOUND");
        await work({ tx, allDb, invoice });
      }),
    );
  }
}
