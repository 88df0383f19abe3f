import type { Language } from "@praxisportal/contract/languages";
import type { PlatformDb } from "../db/platform-db.ts";
import { UnretryableError } from "../outbox/outbox-message.ts";
import { uuidSchema } from "@praxisportal/contract/identifiers";
import { findRecipient } from "./mail.queries.ts";
import type { MailAttachment } from "./outgoing-mail.ts";
import type { MailTemplate, MailValues } from "./render-mail.ts";

/** Recipient, language and values of a mail, ready to be rendered. */
export type PreparedMail = {
  to: { name: string; address: string };
  language: string;
  values: Omit<MailValues, "name" | "time" | "portal">;
  attachments?: readonly MailAttachment[];
};

/**
 * Looks up the data of a mail when it is sent, because the job has only ids. Returns undefined if the mail is obsolete,
 * which is not a failure. Links are created here, so that they exist only in the mailbox.
 */
export type PrepareMail = (
  payload: Readonly<Record<string, unknown>>,
  queuedAt: Date,
) => Promise<PreparedMail | undefined>;

/** Functions that prepare the mails, by template. The feature that handles a link also prepares its mail. */
export type MailJobs = Readonly<Record<MailTemplate, PrepareMail>>;

/** Returns an id of a mail job. Throws an unretryable error if it is missing, because a retry would fail as well. */
export function idOf(payload: Readonly<Record<string, unknown>>, field: string): string {
  const id = uuidSchema.safeParse(payload[field]);
  if (!id.success) throw new UnretryableError(`the mail names no ${field.replace(/Id$/, "")}`);
  return id.data;
}

/**
 * Prepares a mail without a link, `{ personId, language? }`, to the address that was confirmed when the mail was
 * queued. A later change of address does not redirect it.
 */
export function toPerson(db: PlatformDb): PrepareMail {
  return async (payload, queuedAt) => {
    const person = await findRecipient(db, idOf(payload, "personId"), queuedAt);
    if (!person?.email) return undefined;
    const language = payload["language"] as Language | undefined;
    return {
      to: { name: `${person.first_name} ${person.last_name}`, address: person.email },
      language: language ?? person.language,
      values: {},
    };
  };
}
