import type { Language } from "@praxisportal/contract/languages";
import type { PlatformDb } from "../db/platform-db.ts";
import { UnretryableError } from "../outbox/outbox-message.ts";
import { uuidSchema } from "@praxisportal/contract/identifiers";
import { findRecipient } from "./mail.queries.ts";
import type { MailTemplate, MailValues } from "./render-mail.ts";

/** A mail ready to be written: to whom, in which language, with which words. */
export type PreparedMail = {
  to: { name: string; address: string };
  language: string;
  values: Omit<MailValues, "name" | "time" | "portal">;
};

/**
 * Looks up what a mail needs at the moment of sending: the order holds ids only. undefined = nothing is to be sent
 * any more, which is no failure. Links are made here, so that only the mailbox ever holds one.
 */
export type PrepareMail = (
  payload: Readonly<Record<string, unknown>>,
  orderedAt: Date,
) => Promise<PreparedMail | undefined>;

/** How each mail is prepared; those that have a link come from the features that know what it opens. */
export type MailOrders = Readonly<Record<MailTemplate, PrepareMail>>;

/** An id of an order. Errors: unretryable when there is none, because no further try would find one. */
export function idOf(payload: Readonly<Record<string, unknown>>, field: string): string {
  const id = uuidSchema.safeParse(payload[field]);
  if (!id.success) throw new UnretryableError(`the mail names no ${field.replace(/Id$/, "")}`);
  return id.data;
}

/**
 * A mail to the address a person had confirmed when the mail was ordered, without any link: `{ personId, language? }`.
 * A change of address that was confirmed in between does not redirect it.
 */
export function toPerson(db: PlatformDb): PrepareMail {
  return async (payload, orderedAt) => {
    const person = await findRecipient(db, idOf(payload, "personId"), orderedAt);
    if (!person?.email) return undefined;
    const language = payload["language"] as Language | undefined;
    return {
      to: { name: `${person.first_name} ${person.last_name}`, address: person.email },
      language: language ?? person.language,
      values: {},
    };
  };
}
