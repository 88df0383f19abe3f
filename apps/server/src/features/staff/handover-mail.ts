import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { idOf, type PrepareMail, toPerson } from "../../platform/mail/mail-job.ts";
import { findHandover } from "./handover-mail.platform-queries.ts";

/** Prepares the mail to the successor after an offboarding: `{ personId, organizationId, changeId }`. */
export function handoverMail(db: PlatformDb, clock: Clock): PrepareMail {
  const toRecipient = toPerson(db);
  return async (payload, queuedAt) => {
    const ids = {
      personId: idOf(payload, "personId"),
      organizationId: idOf(payload, "organizationId"),
      changeId: idOf(payload, "changeId"),
    };
    const [mail, handover] = await Promise.all([
      toRecipient(payload, queuedAt),
      findHandover(db, ids, clock.now()),
    ]);
    if (mail === undefined || handover === undefined) return undefined;
    const { organization, timeZone, person, outcome } = handover;
    const message = outcome?.applications.join(", ");
    return {
      ...mail,
      values: { organization, timeZone, ...(person && { person }), ...(message && { message }) },
    };
  };
}
