import type { Preferences } from "@praxisportal/contract/preferences/preferences.schema";
import { sql, type SqlBool } from "kysely";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

export type PreferencesRow = { settings: unknown; version: number };

/** Returns a person's preferences; undefined while none are stored. */
export async function findPreferences(db: IdentityDb, personId: string): Promise<PreferencesRow | undefined> {
  const rows = await db.readFor<PreferencesRow>(personId, (query) =>
    query.selectFrom("preferences").select(["settings", "version"]).where("person_id", "=", personId),
  );
  return rows[0];
}

/**
 * Replaces a person's preferences and returns the new version. With `expected`, the version of `If-Match`, it returns
 * undefined when another version is stored; "0" expects none.
 */
export async function storePreferences(
  tx: WriteTransaction,
  personId: string,
  preferences: Preferences,
  expected: string | undefined,
): Promise<number | undefined> {
  const settings = JSON.stringify(preferences);
  const [rows] = await tx.sendFor<[{ version: number }]>(personId, (db) => {
    const insertion = db.insertInto("preferences").values({ person_id: personId, settings });
    const change = { settings, version: sql<number>`preferences.version + 1`, updated_at: sql<Date>`now()` };
    if (expected === undefined) {
      return [
        insertion
          .onConflict((conflict) => conflict.column("person_id").doUpdateSet(change))
          .returning("version"),
      ];
    }
    if (expected === "0") {
      return [insertion.onConflict((conflict) => conflict.doNothing()).returning("version")];
    }
    return [
      db
        .updateTable("preferences")
        .set(change)
        .where("person_id", "=", personId)
        // Compared as text, because the header may contain anything.
        .where(sql<SqlBool>`version::text = ${expected}`)
        .returning("version"),
    ];
  });
  return rows[0]?.version;
}
