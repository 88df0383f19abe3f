import type { Reminders } from "@praxisportal/contract/payments/payments.schema";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import { presentReminder } from "../payments.presenter.ts";
import { findDueReminders } from "./reminders.platform-queries.ts";
import { reminderBatch, sendReminders } from "./send-reminders.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock };

/** Reminders of overdue invoices. They never suspend an organization: the operator decides about that. */
export class ReminderService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(): Promise<Reminders> {
    const { platformDb, clock } = this.#dependencies;
    const dueReminders = await findDueReminders(platformDb.reads, clock.now(), { limit: reminderBatch });
    return { data: dueReminders.map(presentReminder) };
  }

  /** Sends the reminders that are due and returns them. Errors: see the endpoint. */
  async send({ context }: Authorized<"payments.sendReminders">): Promise<Reminders> {
    assertFresh(context.caller, this.#dependencies.clock.now());
    const sentReminders = await sendReminders(this.#dependencies, context.auditBase());
    return { data: sentReminders.map(presentReminder) };
  }
}
