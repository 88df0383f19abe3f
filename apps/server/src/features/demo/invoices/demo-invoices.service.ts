import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { addDays, addMonths, monthOf } from "../../../directory/plan-charges/days.ts";
import type { Invoices } from "../../invoices/create-invoices.ts";
import { momentOn } from "../season/season-calendar.ts";
import * as queries from "./demo-invoices.platform-queries.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock; invoices: Pick<Invoices, "issuePast"> };

/**
 * Number of months before the first start of the demo that are invoiced. The current month is left to an invoice run.
 */
export const invoicedMonths = 12;
/** Invoices are issued on this day of the month, at this time in minutes after midnight. */
const issuedOn = { day: 4, minutes: 9 * 60 };
const timeZone = "Europe/Berlin";
const paidAfterDays = 9;
/** The suspended organization has not paid its most recent invoices. */
const unpaidMonths = 2;

/** Issues a year of demo invoices once the demo's history is complete, in one transaction per month. */
export class DemoInvoiceService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async run(signal: AbortSignal): Promise<void> {
    const anchoredAt = await this.#dependencies.platformDb.write((_tx, allDb) =>
      queries.findFinishedSeason(allDb),
    );
    if (anchoredAt === undefined) return;
    const currentMonth = monthOf(dayIn(timeZone, anchoredAt));
    for (let monthsAgo = invoicedMonths; monthsAgo >= 1 && !signal.aborted; monthsAgo -= 1)
      await this.#invoice(addMonths(currentMonth, -monthsAgo), monthsAgo);
  }

  async #invoice(month: string, monthsAgo: number): Promise<void> {
    const { platformDb, invoices } = this.#dependencies;
    const day = addDays(month, issuedOn.day - 1);
    const at = momentOn(day, issuedOn.minutes, timeZone);
    await platformDb.write(async (tx, allDb) => {
      for (const { id: organizationId, isSuspended } of await queries.listWithoutInvoice(allDb, month)) {
        const issued = await invoices.issuePast(allDb, { organizationId, month, at });
        if (issued === undefined) continue;
        tx.recordPast(
          {
            organizationId,
            action: "invoice.finalised",
            actor: { type: "system", id: null },
            target: { type: "invoice", id: issued.id, display: issued.number },
            origin: "job",
          },
          at,
        );
        if (isSuspended && monthsAgo <= unpaidMonths) continue;
        const invoice = { organizationId, invoiceId: issued.id };
        await queries.storePayment(allDb, invoice, addDays(day, paidAfterDays));
      }
    });
  }
}
