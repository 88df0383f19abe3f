import { uuidV7 } from "@praxisportal/contract/identifiers";
import type {
  AssignBankEntry,
  BankEntry,
  ImportedStatement,
} from "@praxisportal/contract/payments/payments.schema";
import type { StatementEntry } from "../../../platform/banking/camt053.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { UploadedFile } from "../../../platform/http/uploads/upload.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import { bookPayments } from "../booking/book-payments.ts";
import { findInvoice, findInvoicesByNumber, lockInvoices } from "../booking/invoices.platform-queries.ts";
import type { NewPayment } from "../booking/payments.platform-queries.ts";
import { findOperatorAccount, lockBankWork } from "../operator-account.platform-queries.ts";
import * as queries from "./bank-entries.platform-queries.ts";
import { isBookable, numbersOf } from "./match-entry.ts";
import { readUpload } from "./read-upload.ts";
import { truncate, toBankEntry, withOwnReferences } from "./statement-entries.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock };
type AllDb = Parameters<typeof lockBankWork>[0];

/** Imports bank statements: books entries that match an invoice, and keeps the others for the operator. */
export class StatementService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Imports a statement. Errors: see the endpoint. */
  async import({ context }: Authorized<"payments.import">, file: UploadedFile): Promise<ImportedStatement> {
    const { platformDb, clock } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    const { iban } = await findOperatorAccount(platformDb.reads);
    if (iban === null)
      throw new ProblemError("INVOICE_INCOMPLETE", { members: { missing: ["operator.iban"] } });
    const entries = withOwnReferences(await readUpload(file, iban));
    return platformDb.write(async (tx, allDb) => {
      await lockBankWork(allDb);
      const references = entries.map(({ reference }) => reference);
      const knownReferences = await queries.findKnownReferences(allDb, references);
      const newEntries = entries.filter(({ reference }) => !knownReferences.has(reference));
      const { invoices, payments } = await match(allDb, newEntries);
      await bookPayments({ tx, allDb, context }, invoices, payments);
      const bookedReferences = new Set(payments.map(({ entryReference }) => entryReference));
      const unassigned = newEntries
        .filter(({ reference }) => !bookedReferences.has(reference))
        .map(toBankEntry);
      await queries.insertEntries(allDb, unassigned, context.caller.personId);
      const returnedCount = payments.filter(({ amountCents }) => amountCents < 0).length;
      const result = {
        entries: entries.length,
        booked: payments.length,
        returned: returnedCount,
        known: knownReferences.size,
      };
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "platform.statement_imported",
        changes: Object.fromEntries(
          Object.entries({ ...result, unassigned: unassigned.length }).map(([name, count]) => [
            name,
            [null, count],
          ]),
        ),
      });
      return { ...result, unassigned };
    });
  }

  async listEntries(): Promise<{ data: BankEntry[] }> {
    return { data: await queries.listEntries(this.#dependencies.platformDb.reads) };
  }

  /** Assigns an entry to an invoice, or removes it from the list. Errors: see the endpoint. */
  async assign(
    { context }: Authorized<"payments.assign">,
    { reference, invoiceId }: AssignBankEntry,
  ): Promise<{ data: BankEntry[] }> {
    const { platformDb, clock } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    await platformDb.write(async (tx, allDb) => {
      await lockBankWork(allDb);
      const entry = await queries.takeEntry(allDb, reference);
      if (entry === undefined) throw new ProblemError("NOT_FOUND");
      const { bookedOn, amountCents, currency } = entry;
      if (invoiceId === null) {
        tx.record({
          ...context.auditBase(),
          organizationId: platformChainId,
          action: "platform.bank_entry_dismissed",
          changes: { entry: [`${reference}: ${amountCents / 100} ${currency}`, null] },
        });
        return;
      }
      const invoice = await findInvoice(allDb, invoiceId);
      if (invoice === undefined) throw new ProblemError("NOT_FOUND");
      const { organizationId } = invoice;
      const lockedInvoices = await lockInvoices(allDb, [invoice]);
      if (invoice.currency !== currency || !lockedInvoices.has(invoiceId)) throw new ProblemError("CONFLICT");
      await bookPayments({ tx, allDb, context }, lockedInvoices, [
        {
          id: uuidV7(),
          organizationId,
          invoiceId,
          bookedOn,
          amountCents,
          source: "statement",
          note: null,
          entryReference: reference,
        },
      ]);
    });
    return this.listEntries();
  }
}

/** Finds the invoices of entries, locks them, and returns the payments that are to be booked. */
async function match(allDb: AllDb, entries: readonly StatementEntry[]) {
  const numberedEntries = entries.map((entry) => ({ entry, numbers: numbersOf(entry) }));
  const numberedInvoices = await findInvoicesByNumber(allDb, [
    ...new Set(numberedEntries.flatMap(({ numbers }) => numbers)),
  ]);
  const invoices = await lockInvoices(allDb, numberedInvoices);
  const debits = await queries.findDebitAmounts(allDb, [...invoices.keys()]);
  const payable = new Map(
    numberedInvoices
      .filter(({ invoiceId }) => invoices.has(invoiceId))
      .map((invoice) => [invoice.number, invoice]),
  );
  const payments = numberedEntries.flatMap(({ entry, numbers }): NewPayment[] => {
    // An entry for several invoices is divided by the operator.
    const [invoice, ...others] = numbers.flatMap((number) => payable.get(number) ?? []);
    if (invoice === undefined || others.length > 0) return [];
    const { organizationId, invoiceId, currency } = invoice;
    if (!isBookable(entry, { currency, debits: debits.get(invoiceId) ?? [] })) return [];
    const { reference, bookedOn, amountCents, returnReason, name } = entry;
    return [
      {
        id: uuidV7(),
        organizationId,
        invoiceId,
        bookedOn,
        amountCents,
        source: "statement",
        note: noteOf({ name, returnReason }),
        entryReference: reference,
      },
    ];
  });
  return { invoices, payments };
}

const maxNoteLength = 200;

/** Returns who paid, or the reason of a return. */
function noteOf({ name, returnReason }: Pick<StatementEntry, "name" | "returnReason">): string | null {
  const note = returnReason ?? name;
  return note === null ? null : truncate(note, maxNoteLength);
}
