import type { BodyOf, QueryOf, ResultOf } from "@praxisportal/contract/endpoint";
import type {
  listNotifications,
  readAllNotifications,
} from "@praxisportal/contract/notifications/notifications.endpoints";
import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";
import { notificationRetentionOnLoadMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Caller } from "../../platform/request-context/caller.ts";
import { presentNotification } from "./notifications.presenter.ts";
import * as queries from "./notifications.queries.ts";

type Dependencies = { db: IdentityDb; clock: Clock };

/** A change to stored notifications, sent as a live event to the person's other devices. */
type Change =
  | { change: "read" | "unread" | "deleted"; id: string }
  /** Up to and including this id. */
  | { change: "readAll"; id: string };

/** Reads and marks a person's own notifications. Only those about present memberships, or about none, are found. */
export class NotificationService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns a page of the last 30 days, newest first. */
  async list(
    caller: Caller,
    { limit, cursor }: QueryOf<typeof listNotifications>,
  ): Promise<ResultOf<typeof listNotifications>> {
    const { db, clock } = this.#dependencies;
    const since = new Date(clock.now().getTime() - notificationRetentionOnLoadMs);
    // One more than requested shows whether there is another page.
    const rows = await queries.listNotifications(db, recipientOf(caller), {
      before: cursor,
      since,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      data: page.map(presentNotification),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  }

  /** Marks a notification as read or unread. Errors: 404 when it is not the caller's. */
  async setRead(caller: Caller, id: string, read: boolean): Promise<StoredNotification> {
    const { db, clock } = this.#dependencies;
    return db.write(async (tx) => {
      const row = await queries.setRead(tx, recipientOf(caller), id, read ? clock.now() : null);
      if (row === undefined) throw new ProblemError("NOT_FOUND");
      recordChange(tx, caller, { change: read ? "read" : "unread", id });
      return presentNotification(row);
    });
  }

  async readAll(caller: Caller, { upTo }: BodyOf<typeof readAllNotifications>): Promise<void> {
    const { db, clock } = this.#dependencies;
    await db.write(async (tx) => {
      const markedCount = await queries.readAll(tx, recipientOf(caller), upTo, clock.now());
      if (markedCount > 0) recordChange(tx, caller, { change: "readAll", id: upTo });
    });
  }

  /** Deletes a notification. Errors: 404 when it is not the caller's. */
  async remove(caller: Caller, id: string): Promise<void> {
    const { db, clock } = this.#dependencies;
    await db.write(async (tx) => {
      const isDeleted = await queries.deleteNotification(tx, recipientOf(caller), id, clock.now());
      if (!isDeleted) throw new ProblemError("NOT_FOUND");
      recordChange(tx, caller, { change: "deleted", id });
    });
  }
}

function recordChange(tx: WriteTransaction, { personId }: Caller, data: Change): void {
  const event = data.change === "deleted" ? "notification.deleted" : "notification.marked";
  tx.record({ event, organizationId: null, personId, data });
}

function recipientOf({ personId, memberships }: Caller): queries.Recipient {
  return { personId, organizationIds: memberships.map(({ organizationId }) => organizationId) };
}
