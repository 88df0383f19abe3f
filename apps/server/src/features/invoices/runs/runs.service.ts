import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { InvoiceRun, StartInvoiceRun } from "@praxisportal/contract/invoices/invoice-runs.schema";
import { invoiceRunsListed } from "@praxisportal/contract/limits";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import { operatorDay } from "../../../platform/clock/operator-day.ts";
import * as queries from "./runs.platform-queries.ts";
import { presentRun } from "./runs.presenter.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock };

/** The runs that create the drafts of a month. */
export class InvoiceRunService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(): Promise<{ data: InvoiceRun[] }> {
    const rows = await queries.readRuns(this.#dependencies.platformDb, invoiceRunsListed);
    return { data: rows.map((row) => presentRun(row)) };
  }

  /** Starts a run. Errors: 403 STEP_UP_REQUIRED, 409 CONFLICT while a run is in progress and for a later month. */
  async start({ context }: Authorized<"invoices.startRun">, { month }: StartInvoiceRun): Promise<InvoiceRun> {
    const { platformDb, clock } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    if (month > operatorDay(clock.now()).slice(0, 7)) throw new ProblemError("CONFLICT");
    return platformDb.write(async (tx, allDb) => {
      const run = { id: uuidV7(), month: `${month}-01`, startedBy: context.caller.personId };
      const row = await queries.insertRun(allDb, run);
      if (row === undefined) throw new ProblemError("CONFLICT");
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "platform.invoice_run_started",
        target: { type: "system", id: null, display: month },
      });
      tx.record({ event: "billing.run_progressed", organizationId: null });
      return presentRun(row);
    });
  }
}
