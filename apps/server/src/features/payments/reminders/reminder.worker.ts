import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import { sendReminders } from "./send-reminders.ts";

/** Sends the due reminders every morning. Idempotent. */
export function reminderJob(dependencies: { platformDb: PlatformDb; clock: Clock }): Job {
  return {
    name: "payment-reminders",
    cron: "0 5 * * *",
    async run(signal) {
      await sendReminders(dependencies, { actor: { type: "system", id: null }, origin: "job" }, signal);
    },
  };
}
