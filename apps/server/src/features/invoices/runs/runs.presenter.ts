import type { InvoiceRun } from "@praxisportal/contract/invoices/invoice-runs.schema";

/** A row of `invoice_run`; the month is `YYYY-MM`. */
export type InvoiceRunRow = {
  id: string;
  month: string;
  state: InvoiceRun["state"];
  started_at: Date;
  finished_at: Date | null;
  total: number;
  done: number;
  created: number;
};

export function presentRun(row: InvoiceRunRow): InvoiceRun {
  const { id, month, state, started_at, finished_at, total, done, created } = row;
  return {
    _id: id,
    id,
    month,
    state,
    startedAt: started_at.toISOString(),
    finishedAt: finished_at?.toISOString() ?? null,
    total,
    done,
    created,
  };
}
