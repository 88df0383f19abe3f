import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { RepeatableCall } from "../../platform/idempotency/idempotency.ts";
import {
  book,
  type Hold,
  type HoldRefusal,
  refusalOf,
  reserveOnce,
  type Settlement,
} from "./holds.queries.ts";

/** Somebody who waits for her entry. */
type Waiting<Entry, Answer> = {
  entry: Entry;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};
type WaitingHold = Waiting<Hold, HoldRefusal | null>;
type WaitingEnd = Waiting<Settlement, boolean>;

/** What comes for a practice while something of it is under way. */
type Books = { db: OrganizationDb; holds: WaitingHold[]; ends: WaitingEnd[] };

/** More at once would keep the first of them waiting. */
const mostAtOnce = 100;

/**
 * Holds and settlements of this process. Those of one practice that come at the same time go to the database together,
 * and whatever comes meanwhile goes with the next ones: the rows of the practice are taken once for all of them, and
 * the way there costs as much as a call. Alone, nothing waits.
 */
export class Ledger {
  /** By practice, while something of it is under way. */
  readonly #books = new Map<string, Books>();

  /**
   * Holds what a call may use; answers why not, or null. With a key of the caller the key is kept with the hold.
   *
   * Errors: RepeatedCallError when a call came with it before.
   */
  reserve(db: OrganizationDb, hold: Hold, repeatable?: RepeatableCall): Promise<HoldRefusal | null> {
    if (repeatable !== undefined) return reserveOnce(db, hold, repeatable);
    return new Promise((resolve, reject) => {
      this.#booksOf(db).holds.push({ entry: hold, resolve, reject });
    });
  }

  /** Books what a call used in place of its hold, when it is on the disk; false when somebody settled it before. */
  settle(db: OrganizationDb, end: Settlement): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#booksOf(db).ends.push({ entry: end, resolve, reject });
    });
  }

  #booksOf(db: OrganizationDb): Books {
    const known = this.#books.get(db.organizationId);
    if (known !== undefined) return known;
    const books: Books = { db, holds: [], ends: [] };
    this.#books.set(db.organizationId, books);
    // What else this turn of the event loop brings comes along.
    setImmediate(() => void this.#work(books));
    return books;
  }

  async #work(books: Books): Promise<void> {
    while (books.holds.length + books.ends.length > 0) {
      const [ends, holds] = [books.ends.splice(0, mostAtOnce), books.holds.splice(0, mostAtOnce)];
      await bookAll(books.db, ends, holds);
    }
    this.#books.delete(books.db.organizationId);
  }
}

/** When some fail together, each is carried out alone and answers for itself. */
async function bookAll(
  db: OrganizationDb,
  ends: readonly WaitingEnd[],
  holds: readonly WaitingHold[],
): Promise<void> {
  try {
    const booked = await book(db, { ends: ends.map(entryOf), holds: holds.map(entryOf) });
    for (const { resolve } of holds) resolve(null);
    // Whoever is next needs not wait for the disk.
    if (ends.length > 0) void answerEnds(db, ends, booked);
  } catch (error) {
    if (ends.length + holds.length === 1) return refuse(error, ends, holds);
    // What was not used is free for those who ask.
    await Promise.all(ends.map((end) => bookAll(db, [end], [])));
    await Promise.all(holds.map((hold) => bookAll(db, [], [hold])));
  }
}

const entryOf = <Entry>({ entry }: { entry: Entry }): Entry => entry;

async function answerEnds(db: OrganizationDb, ends: readonly WaitingEnd[], booked: readonly boolean[]) {
  try {
    await db.flush();
    for (const [index, { resolve }] of ends.entries()) resolve(booked[index] ?? false);
  } catch (error) {
    for (const { reject } of ends) reject(error);
  }
}

/** Tells the only one why she was not served. */
function refuse(error: unknown, [end]: readonly WaitingEnd[], [hold]: readonly WaitingHold[]): void {
  end?.reject(error);
  try {
    hold?.resolve(refusalOf(error));
  } catch (other) {
    hold?.reject(other);
  }
}
