import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Clock } from "../../platform/clock/clock.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { mailSubjects, type MailTemplate } from "../../platform/mail/render-mail.ts";
import type { LiveEvents } from "../../platform/realtime/live-events.ts";
import { type NotificationRow, presentNotification } from "./notifications.presenter.ts";
import { insertNotifications } from "./notifications.queries.ts";

/** A notification to raise. The texts contain no names, because live events leave the database. */
export type NewNotification = Pick<StoredNotification, "type" | "kind" | "messages"> & {
  personId: string;
  /** Members of this organization only; null for a notification that is about none. */
  organizationId: string | null;
  route?: NonNullable<StoredNotification["route"]>;
  /** The person it is about. */
  userId?: string | null;
};

/** Raises notifications: stores them in the transaction of the change and publishes them after the commit. */
export class Notifier {
  readonly #live: LiveEvents;
  readonly #clock: Clock;

  constructor({ live, clock }: { live: LiveEvents; clock: Clock }) {
    this.#live = live;
    this.#clock = clock;
  }

  /** Stores notifications inside a transaction; pass the result to {@link publish} after the commit. */
  async store(tx: WriteTransaction, raised: readonly NewNotification[]): Promise<NotificationRow[]> {
    const createdAt = this.#clock.now();
    const rows = raised.map((each) => ({
      id: uuidV7(),
      person_id: each.personId,
      practice_id: each.organizationId,
      type: each.type,
      kind: each.kind,
      messages: each.messages,
      route: each.route ?? null,
      subject_id: each.userId ?? null,
      created_at: createdAt,
      read_at: null,
    }));
    await insertNotifications(tx, rows);
    return rows;
  }

  /** Stores the notice to a person that an administrator changed their account. The only one without an address. */
  storeIdentityNotice(
    tx: WriteTransaction,
    template: MailTemplate,
    to: { organizationId: string; personId: string },
  ): Promise<NotificationRow[]> {
    const messages = mailSubjects(template);
    return this.store(tx, [{ ...to, type: "warning", kind: template, messages, route: "profile" }]);
  }

  /** Shows stored notifications on all open devices of their recipients. */
  publish(rows: readonly NotificationRow[]): void {
    for (const row of rows) {
      this.#live.publish({
        event: "notification",
        ...(row.practice_id !== null && { organizationId: row.practice_id }),
        personId: row.person_id,
        data: presentNotification(row),
      });
    }
  }
}
