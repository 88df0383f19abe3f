import { preferencesMaxBytes } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { DigestRecipient } from "./weekly-digest.platform-queries.ts";

/** Maximum number of organizations in `digestEndedIn` of the preferences. */
const endedMax = 20;
/** Bytes that the id of another organization takes at most. */
const idBytesMax = 100;

/**
 * Ends the weekly digest of a person in an organization. Returns false if they do not belong to it or have already
 * ended it. Where the preferences have no room for another organization, it ends in all of them.
 */
export async function endDigest(
  tx: WriteTransaction,
  { personId, organizationId }: DigestRecipient,
): Promise<boolean> {
  const [members] = await tx.sendIn<[{ person_id: string }]>(organizationId, (db) => [
    db
      .selectFrom("membership")
      .select("person_id")
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId),
  ]);
  if (members.length === 0) return false;
  const newSettings = JSON.stringify({ sidebarCollapsed: null, lists: {}, digestEndedIn: [organizationId] });
  const endedIn = sql`coalesce(preferences.settings->'digestEndedIn', '[]')`;
  const hasRoom = sql<boolean>`jsonb_array_length(${endedIn}) < ${endedMax}
    and octet_length(preferences.settings::text) < ${preferencesMaxBytes - idBytesMax}`;
  const [rows] = await tx.sendFor<[{ version: number }]>(personId, (db) => [
    db
      .insertInto("preferences")
      .values({ person_id: personId, settings: newSettings })
      .onConflict((conflict) =>
        conflict.column("person_id").doUpdateSet({
          settings: sql<string>`preferences.settings || case when ${hasRoom}
              then jsonb_build_object('digestEndedIn', ${endedIn} || to_jsonb(${organizationId}::text))
              else '{"weeklyDigest": false}' end`,
          version: sql<number>`preferences.version + 1`,
          updated_at: sql<Date>`now()`,
        }).where(sql<boolean>`preferences.settings->'weeklyDigest' is distinct from 'false'
            and not ${endedIn} @> to_jsonb(${organizationId}::text)`),
      )
      .returning("version"),
  ]);
  return rows.length > 0;
}
