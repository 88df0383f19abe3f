import type { OrganizationDb } from "../../platform/db/handles.ts";
import { Together } from "../../platform/db/together.ts";
import type { RepeatableCall } from "../../platform/idempotency/idempotency.ts";
import {
  type Hold,
  type HoldRefusal,
  reserve,
  reserveOnce,
  settle,
  type Settlement,
} from "./holds.queries.ts";

/**
 * Holds and settlements of this process. Those of one practice that come at the same time go to the database together:
 * its row is taken once for all of them, and the way there costs as much as a call.
 */
export class Ledger {
  /** By practice, while there is something to do for it. */
  readonly #holds = new Map<string, Together<Hold, HoldRefusal | null>>();
  readonly #settlements = new Map<string, Together<Settlement, boolean>>();

  /**
   * Holds what a call may use; answers why not, or null. With a key of the caller the key is kept with the hold.
   *
   * Errors: RepeatedCallError when a call came with it before.
   */
  reserve(db: OrganizationDb, hold: Hold, repeatable?: RepeatableCall): Promise<HoldRefusal | null> {
    if (repeatable !== undefined) return reserveOnce(db, hold, repeatable);
    return togetherOf(this.#holds, db, reserve).add(hold);
  }

  /** Books what a call used in place of its hold, when it is on the disk; false when somebody settled it before. */
  settle(db: OrganizationDb, end: Settlement): Promise<boolean> {
    return togetherOf(this.#settlements, db, settle).add(end);
  }
}

function togetherOf<Item, Answer>(
  all: Map<string, Together<Item, Answer>>,
  db: OrganizationDb,
  run: (db: OrganizationDb, items: readonly Item[]) => Promise<readonly Answer[]>,
): Together<Item, Answer> {
  const { organizationId } = db;
  const known = all.get(organizationId);
  if (known !== undefined) return known;
  const made = new Together<Item, Answer>(
    (items) => run(db, items),
    () => all.delete(organizationId),
  );
  all.set(organizationId, made);
  return made;
}
