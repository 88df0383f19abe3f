import { openUnsubscribePage } from "@praxisportal/contract/notifications/notifications.endpoints";
import { isLanguage } from "@praxisportal/contract/languages";
import type { Clock } from "../../../platform/clock/clock.ts";
import { isLoopback } from "../../../platform/config/public-address.ts";
import type { RotatedKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { idOf, type PrepareMail, toPerson } from "../../../platform/mail/mail-job.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";
import { type DigestRecipient, findDigest } from "./weekly-digest.platform-queries.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  publicUrl: URL;
  unsubscribeKeys: RotatedKeys;
};

/**
 * Prepares the weekly digest to an administrator: `{ personId, organizationId }`. It has counts and links, and no names
 * of members. Lines with a count of 0 are left out.
 */
export function weeklyDigestMail({
  platformDb: db,
  clock,
  publicUrl,
  unsubscribeKeys,
}: Dependencies): PrepareMail {
  const toRecipient = toPerson(db);
  const linkTo = (recipient: DigestRecipient, language: string): URL => {
    const link = new URL(openUnsubscribePage.path, publicUrl);
    link.searchParams.set("token", unsubscribeToken(unsubscribeKeys, recipient));
    if (isLanguage(language)) link.searchParams.set("language", language);
    return link;
  };
  return async (payload, queuedAt) => {
    const ids = { personId: idOf(payload, "personId"), organizationId: idOf(payload, "organizationId") };
    const [mail, digest] = await Promise.all([
      toRecipient(payload, queuedAt),
      findDigest(db, ids, clock.now()),
    ]);
    if (mail === undefined || digest === undefined) return undefined;
    const { organization, timeZone } = digest;
    const counts = Object.fromEntries(Object.entries(digest.counts).filter(([, count]) => count > 0));
    // Mail providers accept only https, and cannot reach an address of this machine.
    const isReachable = publicUrl.protocol === "https:" && !isLoopback(publicUrl.hostname);
    const unsubscribe = isReachable ? { unsubscribe: linkTo(ids, mail.language) } : {};
    return { ...mail, values: { organization, timeZone, counts, ...unsubscribe } };
  };
}
