import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { idOf, type PrepareMail, toPerson } from "../../platform/mail/mail-job.ts";
import { findNotice } from "./administrator-mail.platform-queries.ts";

/**
 * Prepares a notice to an administrator: `{ personId, organizationId, actorId, userId? }`. If it is about the whole
 * organization, it names the end of its trial or of its contract.
 */
export function administratorMail(db: PlatformDb, clock: Clock, end: "trial" | "contract"): PrepareMail {
  const toRecipient = toPerson(db);
  return async (payload, queuedAt) => {
    const optional = (field: string) => (payload[field] ? idOf(payload, field) : null);
    const ids = {
      recipientId: idOf(payload, "personId"),
      organizationId: idOf(payload, "organizationId"),
      actorId: optional("actorId"),
      subjectId: optional("userId"),
    };
    const [mail, notice] = await Promise.all([
      toRecipient(payload, queuedAt),
      findNotice(db, ids, end, clock.now()),
    ]);
    if (mail === undefined || notice === undefined) return undefined;
    const { organization, actor, person, until, timeZone } = notice;
    return {
      ...mail,
      values: {
        organization,
        timeZone,
        ...(actor && { actor }),
        ...(person && { person }),
        ...(until && { until }),
      },
    };
  };
}
