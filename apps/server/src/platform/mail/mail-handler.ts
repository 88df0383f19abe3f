import { defaultLanguage, isLanguage } from "@praxisportal/contract/languages";
import { type OutboxHandler, UnretryableError } from "../outbox/outbox-message.ts";
import type { MailJobs } from "./mail-job.ts";
import type { MailSender } from "./outgoing-mail.ts";
import { isMailTemplate, renderMail } from "./render-mail.ts";

/** Outbox topic of mails. */
export const mailTopic = "mail";

type MailHandlerDependencies = { jobs: MailJobs; sender: MailSender; publicUrl: URL };

/**
 * Sends the mails of the outbox: `{ template, …ids }`. Address, language and link are determined when the mail is sent.
 * People without an address get none, which is not a failure.
 */
export function createMailHandler({ jobs, sender, publicUrl }: MailHandlerDependencies): OutboxHandler {
  return {
    // All mails share one target, so that no more run at once than the SMTP server has connections.
    targetOf: () => "smtp",
    async handle(message) {
      const { template } = message.payload;
      if (!isMailTemplate(template)) throw new UnretryableError(`there is no mail "${String(template)}"`);
      const mail = await jobs[template](message.payload, message.createdAt);
      if (mail === undefined) return;
      const language = isLanguage(mail.language) ? mail.language : defaultLanguage;
      const values = { ...mail.values, name: mail.to.name, time: message.createdAt, portal: publicUrl };
      await sender.send({
        id: message.id,
        template,
        createdAt: message.createdAt,
        to: mail.to,
        ...renderMail(template, language, values),
      });
    },
  };
}
