import type { Job } from "../../../platform/jobs/scheduler.ts";
import type { SeasonService } from "./season.service.ts";

/** Makes the invented history after the first start, and continues when a process was stopped before the end. */
export function seasonJob(season: Pick<SeasonService, "run">): Job {
  return {
    name: "demo-season",
    cron: "*/5 * * * *",
    runsAtStart: true,
    run: (signal) => season.run(signal),
  };
}
