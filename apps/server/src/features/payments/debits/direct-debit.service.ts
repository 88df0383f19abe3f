import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { DirectDebitFile, DirectDebitList } from "@praxisportal/contract/payments/payments.schema";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import { type DirectDebit, writeDirectDebits } from "../../../platform/banking/pain008.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import { operatorDay } from "../../../platform/clock/operator-day.ts";
import type { SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { FileResponse } from "../../../platform/http/calls/file-response.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { lockInvoices } from "../booking/invoices.platform-queries.ts";
import { openIban } from "../../../platform/banking/mandate-iban.ts";
import { findOperatorAccount, lockBankWork } from "../operator-account.platform-queries.ts";
import { presentDebitFile } from "../payments.presenter.ts";
import { collectionDateOf } from "./collection-date.ts";
import { creditorOf } from "./creditor.ts";
import { openFile, sealFile } from "./debit-file-content.ts";
import * as queries from "./debits.platform-queries.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock; sealingKeys: SealingKeys };

/** Files in the list. */
const listMax = 24;
const numberDigits = 6;

/** Creates and lists files of SEPA direct debits, with which the bank collects open invoices. */
export class DirectDebitService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(): Promise<DirectDebitList> {
    const { reads: allDb } = this.#dependencies.platformDb;
    const [files, dueInvoices] = await Promise.all([
      queries.listFiles(allDb, listMax),
      queries.countDue(allDb, this.#today()),
    ]);
    return { data: files.map(presentDebitFile), due: dueInvoices };
  }

  /** Creates a file of all debits that are due. Errors: see the endpoint. */
  async create({ context }: Authorized<"payments.createDebits">): Promise<DirectDebitFile> {
    const { platformDb, clock, sealingKeys } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    return platformDb.write(async (tx, allDb) => {
      const id = uuidV7();
      await saveIdempotencyKey(tx, context.repeatable, id);
      await lockBankWork(allDb);
      const creditor = creditorOf(await findOperatorAccount(allDb));
      const today = this.#today();
      // Payments that are entered meanwhile wait for the locks, or are seen by the second query.
      const lockedInvoices = await lockInvoices(allDb, await queries.findDue(allDb, today));
      const dueInvoices = (await queries.findDue(allDb, today)).filter(({ invoiceId }) =>
        lockedInvoices.has(invoiceId),
      );
      if (dueInvoices.length === 0) throw new ProblemError("CONFLICT");
      const prefix = `LS-${today.slice(0, 4)}-`;
      const messageId = `${prefix}${String(await queries.nextFileNumber(allDb, prefix)).padStart(numberDigits, "0")}`;
      const debits = this.#debitsOf(dueInvoices, today);
      const xml = writeDirectDebits({ messageId, createdAt: clock.now(), creditor, debits });
      const file = await queries.insertFile(
        allDb,
        { id, messageId, content: sealFile(sealingKeys, id, xml), createdBy: context.caller.personId },
        dueInvoices.map(({ organizationId, invoiceId, openCents, collectionDate }) => ({
          organizationId,
          invoiceId,
          amountCents: openCents,
          collectedOn: collectionDateOf(collectionDate, today),
        })),
      );
      await queries.markUsed(
        allDb,
        dueInvoices.map(({ organizationId }) => organizationId),
      );
      this.#record(tx, context, "platform.debits_exported", messageId);
      return presentDebitFile(file);
    });
  }

  /** Returns a file of the list. Errors: 404. */
  async get(id: string): Promise<DirectDebitFile> {
    const file = await queries.readFile(this.#dependencies.platformDb.reads, id);
    if (file === undefined) throw new ProblemError("NOT_FOUND");
    return presentDebitFile(file);
  }

  /** Returns a file for the bank, with an entry in the log. Errors: see the endpoint. */
  async download({ context }: Authorized<"payments.debitFile">, id: string): Promise<FileResponse> {
    const { platformDb, sealingKeys } = this.#dependencies;
    this.admit(context);
    const file = await queries.findFile(platformDb.reads, id);
    if (file === undefined) throw new ProblemError("NOT_FOUND");
    await platformDb.write(async (tx) =>
      this.#record(tx, context, "platform.debits_downloaded", file.messageId),
    );
    const xml = openFile(sealingKeys, id, file.content);
    return new FileResponse(`${file.messageId}.xml`, "application/xml", oneChunk(xml));
  }

  /** Requires a step-up before a page opens the download link. Errors: 403 STEP_UP_REQUIRED. */
  admit({ caller }: Pick<RequestContext, "caller">): void {
    assertFresh(caller, this.#dependencies.clock.now());
  }

  #today(): string {
    return operatorDay(this.#dependencies.clock.now());
  }

  /** Returns the debits for the bank. The first debit of a mandate is marked as such. */
  #debitsOf(dueInvoices: readonly queries.DueDebit[], today: string): DirectDebit[] {
    const usedIds = new Set(
      dueInvoices.filter(({ mandate }) => mandate.isUsed).map(({ organizationId }) => organizationId),
    );
    return dueInvoices.map(({ organizationId, number, openCents, collectionDate, buyer, mandate }) => {
      const sequence = usedIds.has(organizationId) ? "RCUR" : "FRST";
      usedIds.add(organizationId);
      const { street, houseNumber, postalCode, city, country } = buyer.address;
      return {
        endToEndId: number,
        amountCents: openCents,
        debtor: {
          name: mandate.holder,
          iban: openIban(this.#dependencies.sealingKeys, organizationId, mandate.iban),
          address: { street, houseNumber, postalCode, city, country },
        },
        mandate: { id: mandate.reference, signedOn: mandate.signedOn },
        sequence,
        collectionDate: collectionDateOf(collectionDate, today),
        text: number,
      };
    });
  }

  #record(
    tx: Parameters<Parameters<PlatformDb["write"]>[0]>[0],
    context: RequestContext,
    action: "platform.debits_exported" | "platform.debits_downloaded",
    messageId: string,
  ): void {
    tx.record({
      ...context.auditBase(),
      organizationId: platformChainId,
      action,
      changes: { messageId: [null, messageId] },
    });
  }
}

async function* oneChunk(content: string): AsyncGenerator<string> {
  yield content;
}
