import { defaultLanguage, isLanguage, type Language } from "@praxisportal/contract/languages";
import {
  DeferredError,
  type OutboxHandler,
  type OutboxHandlers,
  type OutboxMessage,
  unknownMail,
  UnretryableError,
} from "../outbox/outbox-message.ts";
import { idOf, type MailJobs } from "./mail-job.ts";
import type { MailSender } from "./outgoing-mail.ts";
import { isMailTemplate, type MailTemplate, renderMail } from "./render-mail.ts";

/** Outbox topic of mails without a notification: `{ template, …ids }`. */
export const mailTopic = "mail";
/** Outbox topic of the mails of stored notifications: `{ notificationId }`. */
export const notificationMailTopic = "notification.mail";

const dayMs = 86_400_000;

/** Mail that a stored notification requests. */
export type NotificationMail = {
  /** Kind of the notification. */
  template: string;
  /** Ids for the mail job. */
  order: Readonly<Record<string, unknown>>;
  /** Text of the notification in each language, which becomes the subject. */
  subjects: Readonly<Record<Language, string>>;
};

/** Notifications whose mail is due. */
export type NotificationMails = {
  /** Finds a mail. Returns undefined if it has been sent or the notification no longer exists. */
  find(notificationId: string): Promise<NotificationMail | undefined>;
  markSent(notificationId: string): Promise<void>;
};

type MailHandlerDependencies = {
  jobs: MailJobs;
  notifications: NotificationMails;
  sender: MailSender;
  publicUrl: URL;
};

/**
 * Creates the handlers that send the mails of the outbox. Address, language and link are determined when the mail is
 * sent. People without an address get no mail, which is not a failure.
 */
export function createMailHandlers(dependencies: MailHandlerDependencies): OutboxHandlers {
  const { jobs, notifications, sender, publicUrl } = dependencies;
  // The mails of a topic share one target, so that they do not occupy all slots while the SMTP server is slow.
  const toServer = (handle: OutboxHandler["handle"]): OutboxHandler => ({ targetOf: () => "smtp", handle });

  async function send(
    message: OutboxMessage,
    template: MailTemplate,
    order: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    subjects?: NotificationMail["subjects"],
  ): Promise<void> {
    const mail = await jobs[template](order, message.createdAt);
    if (mail === undefined) return;
    const language = isLanguage(mail.language) ? mail.language : defaultLanguage;
    const values = { ...mail.values, name: mail.to.name, time: message.createdAt, portal: publicUrl };
    const rendered = renderMail(template, language, values);
    await sender.send(
      {
        id: message.id,
        template,
        createdAt: message.createdAt,
        to: mail.to,
        ...rendered,
        attachments: mail.attachments ?? [],
        ...(mail.values.unsubscribe && { unsubscribe: mail.values.unsubscribe }),
        subject: subjects?.[language] ?? rendered.subject,
      },
      signal,
    );
  }

  return {
    [mailTopic]: toServer((message, signal) =>
      send(message, templateOf(message.payload["template"], message), message.payload, signal),
    ),
    [notificationMailTopic]: toServer(async (message, signal) => {
      const id = idOf(message.payload, "notificationId");
      const due = await notifications.find(id);
      if (due === undefined) return;
      await send(message, templateOf(due.template, message), due.order, signal, due.subjects);
      await notifications.markSent(id);
    }),
  };
}

/**
 * Returns the template of a mail. An unknown template may belong to a newer version that runs alongside this one during
 * an upgrade, so the mail is left to that version for a day.
 */
function templateOf(name: unknown, { createdAt }: OutboxMessage): MailTemplate {
  if (isMailTemplate(name)) return name;
  const text = `${unknownMail} "${String(name)}"`;
  throw Date.now() - createdAt.getTime() < dayMs ? new DeferredError(text) : new UnretryableError(text);
}
