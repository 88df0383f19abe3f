import { uuidSchema } from "@praxisportal/contract/identifiers";
import { defaultLanguage, isLanguage } from "@praxisportal/contract/languages";
import type { PlatformDb } from "../db/platform-db.ts";
import { type OutboxHandler, UnretryableError } from "../outbox/outbox-message.ts";
import type { MailSender } from "./mail-sender.ts";
import { findRecipient } from "./mail.queries.ts";
import { isMailTemplate, renderMail } from "./render-mail.ts";

/** Outbox topic of mails. */
export const mailTopic = "mail";

type MailHandlerParts = { db: PlatformDb; sender: MailSender; publicUrl: URL };

/**
 * Sends the mails of the outbox: `{ template, personId, language? }`. Address and language are those of the moment
 * of sending. People without an address get none, which is no failure.
 */
export function createMailHandler({ db, sender, publicUrl }: MailHandlerParts): OutboxHandler {
  return {
    // One server for all: it gets no more at once than it has connections.
    targetOf: () => "smtp",
    async handle(message) {
      const { template, personId, language } = message.payload;
      if (!isMailTemplate(template)) throw new UnretryableError(`there is no mail "${String(template)}"`);
      const id = uuidSchema.safeParse(personId);
      if (!id.success) throw new UnretryableError("the mail names no person");
      const person = await findRecipient(db, id.data);
      if (!person?.email) return;
      const name = `${person.first_name} ${person.last_name}`;
      const chosen = [language, person.language].find(isLanguage) ?? defaultLanguage;
      await sender.send({
        id: message.id,
        template,
        createdAt: message.createdAt,
        to: { name, address: person.email },
        ...renderMail(template, chosen, { name, time: message.createdAt, portal: publicUrl }),
      });
    },
  };
}
