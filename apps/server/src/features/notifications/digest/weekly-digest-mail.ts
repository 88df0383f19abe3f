import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { idOf, type PrepareMail, toPerson } from "../../../platform/mail/mail-job.ts";
import { findDigest } from "./weekly-digest.platform-queries.ts";

/**
 * Prepares the weekly digest to an administrator: `{ personId, organizationId }`. It has counts and links, and no names of
 * members. Lines that would count nothing are left out.
 */
export function weeklyDigestMail(db: PlatformDb, clock: Clock): PrepareMail {
  const toRecipient = toPerson(db);
  return async (payload, queuedAt) => {
    const ids = { personId: idOf(payload, "personId"), organizationId: idOf(payload, "organizationId") };
    const [mail, digest] = await Promise.all([
      toRecipient(payload, queuedAt),
      findDigest(db, ids, clock.now()),
    ]);
    if (mail === undefined || digest === undefined) return undefined;
    const { organization, timeZone } = digest;
    const counts = Object.fromEntries(Object.entries(digest.counts).filter(([, count]) => count > 0));
    return { ...mail, values: { organization, timeZone, counts } };
  };
}
