import type { Preferences, StoredPreferences } from "@praxisportal/contract/preferences/preferences.schema";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { presentPreferences } from "./preferences.presenter.ts";
import * as queries from "./preferences.queries.ts";

/** Reads and replaces a person's own preferences. */
export class PreferenceService {
  readonly #db: IdentityDb;

  constructor(db: IdentityDb) {
    this.#db = db;
  }

  /** Returns a person's preferences, or the defaults. */
  async get(personId: string): Promise<StoredPreferences> {
    return presentPreferences(await queries.findPreferences(this.#db, personId));
  }

  /**
   * Replaces the caller's preferences. They are not audited, so that rearranging columns leaves no permanent entries.
   * Errors: 412 with the current `version` when `If-Match` names another one.
   */
  async set(
    { context }: Authorized<"preferences.set">,
    preferences: Preferences,
    ifMatch: string | undefined,
  ): Promise<StoredPreferences> {
    const { personId } = context.caller;
    const version = await this.#db.write((tx) =>
      queries.storePreferences(tx, personId, preferences, ifMatch),
    );
    if (version === undefined) {
      const current = await this.get(personId);
      throw new ProblemError("PRECONDITION_FAILED", { members: { version: current.version } });
    }
    return { ...preferences, version };
  }
}
