import { passwordResetMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../platform/clock/clock.ts";
import { hashToken, makeToken } from "../../platform/crypto/tokens.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { idOf, type PrepareMail } from "../../platform/mail/mail-job.ts";
import { mayRenew } from "../../directory/membership-rules.ts";
import { findResetRecipient, replaceResetToken } from "./reset-mail.platform-queries.ts";

type Dependencies = { db: PlatformDb; clock: Clock; publicUrl: URL };

/**
 * Prepares the mail with the reset link, `{ personId, language? }`. Nothing is sent for an unknown id, or to a person
 * without a confirmed address or who cannot sign in anywhere. Older links of the person become invalid.
 */
export function passwordResetMail({ db, clock, publicUrl }: Dependencies): PrepareMail {
  return async (payload) => {
    const personId = idOf(payload, "personId");
    const person = await findResetRecipient(db, personId);
    const now = clock.now();
    if (person === undefined || person.email === null || !mayRenew(person, now)) return undefined;
    const token = makeToken();
    const expiresAt = new Date(now.getTime() + passwordResetMs);
    await replaceResetToken(db, { hash: hashToken(token), personId, expiresAt }, now);
    return {
      to: { name: `${person.first_name} ${person.last_name}`.trim(), address: person.email },
      language: typeof payload["language"] === "string" ? payload["language"] : person.language,
      values: { link: new URL(`/password-reset/${token}`, publicUrl), until: expiresAt },
    };
  };
}
