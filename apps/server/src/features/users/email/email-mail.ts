import { emailLinkMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../../platform/clock/clock.ts";
import { hashToken, makeToken } from "../../../platform/crypto/tokens.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { actorValues } from "../../../platform/mail/identity-notice.ts";
import { idOf, type PrepareMail } from "../../../platform/mail/mail-job.ts";
import { findEmailChange, replaceEmailToken } from "./email-mail.platform-queries.ts";

type Dependencies = { db: PlatformDb; clock: Clock; publicUrl: URL };

/** Prepares the mail to a new address, `{ emailChangeId, language? }`, with the link that confirms it. */
export function emailConfirmMail(dependencies: Dependencies): PrepareMail {
  return (payload) => prepare(dependencies, payload, "email_confirm");
}

/** Prepares the notice to the old address about a new or a removed one, with the link that reverts the change. */
export function emailChangeNoticeMail(dependencies: Dependencies): PrepareMail {
  return (payload) => prepare(dependencies, payload, "email_cancel");
}

async function prepare(
  { db, clock, publicUrl }: Dependencies,
  payload: Parameters<PrepareMail>[0],
  purpose: "email_confirm" | "email_cancel",
) {
  const emailChangeId = idOf(payload, "emailChangeId");
  const change = await findEmailChange(db, emailChangeId);
  const address = purpose === "email_confirm" ? change?.newEmail : change?.oldEmail;
  if (change === undefined || !address) return undefined;
  // A confirmed change needs no second link, so this mail is not sent. The notice is sent anyway.
  if (purpose === "email_confirm" && change.confirmedAt !== null) return undefined;
  const now = clock.now();
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + emailLinkMs);
  const { personId, newEmail, name, requestedBy, organizationId } = change;
  const by =
    requestedBy === null || requestedBy === personId || organizationId === null
      ? await actorValues(db, payload)
      : await actorValues(db, { actorId: requestedBy, organizationId: organizationId });
  await replaceEmailToken(db, { hash: hashToken(token), purpose, personId, emailChangeId, expiresAt }, now);
  const path = purpose === "email_confirm" ? "email" : "email-cancel";
  return {
    to: { name, address },
    language: typeof payload["language"] === "string" ? payload["language"] : change.language,
    values: {
      ...by,
      ...(newEmail !== null && { newEmail }),
      link: new URL(`/${path}/${token}`, publicUrl),
      until: expiresAt,
    },
  };
}
