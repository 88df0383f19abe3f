import type { Job } from "../../../platform/jobs/scheduler.ts";
import type { DemoInvoiceService } from "../invoices/demo-invoices.service.ts";
import type { SeasonService } from "./season.service.ts";

/**
 * Creates the invented history after the first start, and then its invoices. Continues if a process was stopped before
 * the end.
 */
export function seasonJob(
  season: Pick<SeasonService, "run">,
  invoices: Pick<DemoInvoiceService, "run">,
): Job {
  return {
    name: "demo-season",
    cron: "*/5 * * * *",
    runsAtStart: true,
    run: async (signal) => {
      await season.run(signal);
      await invoices.run(signal);
    },
  };
}
