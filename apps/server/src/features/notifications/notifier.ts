import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Clock } from "../../platform/clock/clock.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { notificationMailTopic } from "../../platform/mail/mail-handler.ts";
import { mailSubjects, type MailTemplate } from "../../platform/mail/render-mail.ts";
import { type NotificationRow, presentNotification } from "./notifications.presenter.ts";
import { insertNotifications } from "./notifications.queries.ts";

/** Recipient and subject of a notification. */
type Addressed = Pick<StoredNotification, "type"> & {
  personId: string;
  /** Only members of this organization see it. Null if it is about no organization. */
  organizationId: string | null;
  route?: NonNullable<StoredNotification["route"]>;
  /** The person it is about. */
  userId?: string | null;
};

/** A notification without a mail. The texts contain no names, because live events leave the database. */
type NewNotification = Addressed & Pick<StoredNotification, "kind" | "messages">;

type MailIds = Readonly<Record<string, string>>;

/** A notification that is also mailed: its kind is the template, and its text the subject of the mail. */
type MailedNotification = Addressed & {
  template: MailTemplate;
  /** Further ids that the mail needs, besides recipient, organization and the person concerned; undefined: no mail. */
  ids: MailIds | undefined;
};

/** Raises notifications in the transaction of the change; all open devices of the recipients show them after it. */
export class Notifier {
  readonly #clock: Clock;

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  store(tx: WriteTransaction, raised: readonly NewNotification[]): void {
    this.#insert(
      tx,
      raised.map((notification) => ({ ...notification, mail: null })),
    );
  }

  /** Like {@link store}, and queues a mail for each notification. People without an address get none. */
  storeAndMail(tx: WriteTransaction, raised: readonly MailedNotification[]): void {
    const rows = this.#insert(
      tx,
      raised.map(({ template, ids, ...notification }) => ({
        ...notification,
        kind: template,
        messages: mailSubjects(template),
        mail: ids ?? null,
      })),
    );
    for (const { id, mail } of rows) {
      if (mail !== null) tx.emit(notificationMailTopic, { notificationId: id }, uuidV7());
    }
  }

  /**
   * Stores and mails a notice that an administrator changed the recipient's account. `ids` name the administrator or
   * the change.
   */
  storeIdentityNotice(
    tx: WriteTransaction,
    template: MailTemplate,
    to: { organizationId: string; personId: string },
    ids: MailIds | undefined,
  ): void {
    this.storeAndMail(tx, [{ ...to, type: "warning", template, route: "profile", ids }]);
  }

  #insert(
    tx: WriteTransaction,
    raised: readonly (NewNotification & { mail: MailIds | null })[],
  ): readonly (NotificationRow & { mail: MailIds | null })[] {
    const createdAt = this.#clock.now();
    const rows = raised.map((notification) => ({
      id: uuidV7(),
      person_id: notification.personId,
      organization_id: notification.organizationId,
      type: notification.type,
      kind: notification.kind,
      messages: notification.messages,
      route: notification.route ?? null,
      subject_id: notification.userId ?? null,
      created_at: createdAt,
      read_at: null,
      mail: notification.mail,
    }));
    insertNotifications(tx, rows);
    for (const row of rows) {
      const recipient = { organizationId: row.organization_id, personId: row.person_id };
      tx.record({ event: "notification.created", ...recipient, data: presentNotification(row) });
    }
    return rows;
  }
}
