import { anyOf } from "../../../platform/db/any-of.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { EndedSession } from "./issued-session.ts";
import type { SessionFilter } from "./session.queries.ts";

/**
 * Withdraws the trust that lets users of a device skip the second factor. A filter for one session or one device
 * affects the devices of the ended sessions; a filter for users affects all their devices, except that of the session
 * that continues.
 */
export async function untrustDevices(
  tx: WriteTransaction,
  filter: SessionFilter,
  ended: readonly EndedSession[],
): Promise<void> {
  const untrustQuery = tx.identity
    .updateTable("device_person")
    .set({ trusted_until: null })
    .where("trusted_until", "is not", null);
  if ("sessionId" in filter || "deviceId" in filter) {
    for (const { person_id: personId, device_id: deviceId } of ended) {
      await untrustQuery.where("person_id", "=", personId).where("device_id", "=", deviceId).execute();
    }
    return;
  }
  if ("personIds" in filter) {
    if (filter.personIds.length > 0)
      await untrustQuery.where("person_id", "=", anyOf(filter.personIds)).execute();
    return;
  }
  const { personId, except } = filter;
  await untrustQuery
    .where("person_id", "=", personId)
    .$if(except !== undefined, (query) =>
      query.where("device_id", "not in", (db) =>
        db.selectFrom("session").select("device_id").where("id", "=", String(except)),
      ),
    )
    .execute();
}
