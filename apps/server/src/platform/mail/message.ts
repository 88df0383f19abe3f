import { UnretryableError } from "../outbox/outbox-message.ts";
import type { OutgoingMail } from "./mail-sender.ts";

/** Who sends: the From header, and the name of this installation in message ids. */
export type Sender = { from: string; domain: string };

/** Exactly one address: nothing that a header could read as a list, a comment or a further line. */
const addressPattern = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u;

/** A value that goes into a header or a line of text: no line breaks, no control characters, of bounded length. */
export function oneLine(value: string): string {
  return value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, 200);
}

/** A mail as the mail library takes it. Throws UnretryableError when the address is none. */
export function composeMessage(mail: OutgoingMail, sender: Sender) {
  if (!addressPattern.test(mail.to.address))
    throw new UnretryableError("the stored address is no mail address");
  return {
    from: sender.from,
    to: { name: oneLine(mail.to.name), address: mail.to.address },
    subject: oneLine(mail.subject),
    date: mail.createdAt,
    messageId: `<${mail.id}@${sender.domain.replace(/^\[|\]$/g, "").replaceAll(":", ".")}>`,
    text: mail.text,
    html: mail.html,
    // No "out of office" comes back (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
