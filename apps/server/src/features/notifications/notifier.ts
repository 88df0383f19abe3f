import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Clock } from "../../platform/clock/clock.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { mailSubjects, type MailTemplate } from "../../platform/mail/render-mail.ts";
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

/** Raises notifications in the transaction of the change; all open devices of the recipients show them after it. */
export class Notifier {
  readonly #clock: Clock;

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  store(tx: WriteTransaction, raised: readonly NewNotification[]): void {
    const createdAt = this.#clock.now();
    const rows: NotificationRow[] = raised.map((each) => ({
      id: uuidV7(),
      person_id: each.personId,
      organization_id: each.organizationId,
      type: each.type,
      kind: each.kind,
      messages: each.messages,
      route: each.route ?? null,
      subject_id: each.userId ?? null,
      created_at: createdAt,
      read_at: null,
    }));
    insertNotifications(tx, rows);
    for (const row of rows) {
      const to = { organizationId: row.organization_id, personId: row.person_id };
      tx.record({ event: "notification.created", ...to, data: presentNotification(row) });
    }
  }

  /**
   * Stores the notice to a person that an administrator changed their account. It is the only notice for a person
   * without an address.
   */
  storeIdentityNotice(
    tx: WriteTransaction,
    template: MailTemplate,
    to: { organizationId: string; personId: string },
  ): void {
    const messages = mailSubjects(template);
    this.store(tx, [{ ...to, type: "warning", kind: template, messages, route: "profile" }]);
  }
}
