import { UnretryableError } from "../outbox/outbox-message.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";

/** From header, and domain of this installation for message ids. */
export type Sender = { from: string; domain: string };

/** Matches exactly one address, which a header cannot interpret as a list, a comment or another line. */
const addressPattern = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u;

/** Returns a value for a header or a line of text, without line breaks and control characters and of limited length. */
export function oneLine(value: string): string {
  return value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, 200);
}

/** Converts a mail for the mail library. Throws UnretryableError if the address is invalid. */
export function composeMessage(mail: OutgoingMail, sender: Sender) {
  if (!addressPattern.test(mail.to.address))
    throw new UnretryableError("the stored address is not a mail address");
  return {
    from: sender.from,
    to: { name: oneLine(mail.to.name), address: mail.to.address },
    subject: oneLine(mail.subject),
    date: mail.createdAt,
    messageId: `<${mail.id}@${sender.domain.replace(/^\[|\]$/g, "").replaceAll(":", ".")}>`,
    text: mail.text,
    html: mail.html,
    attachments: [...mail.attachments],
    // Suppresses automatic replies (RFC 3834).
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(mail.unsubscribe && {
        // The header is on one line, because some mail providers do not unfold it.
        "List-Unsubscribe": { prepared: true, value: `<${mail.unsubscribe.href}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
