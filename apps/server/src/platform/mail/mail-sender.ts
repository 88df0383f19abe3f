import { join } from "node:path";
import type { Logger } from "pino";
import { createFolderSender } from "./folder-sender.ts";
import { createSmtpSender } from "./smtp-sender.ts";

/** A mail that is ready to leave. */
export type OutgoingMail = {
  /** Id of its outbox row: sent twice after a crash it is the same message for the receiver. */
  id: string;
  template: string;
  createdAt: Date;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
};

export type MailSender = {
  /**
   * Hands a mail over for good. Throws UnretryableError when the receiver will never take it, any other error when
   * another try may help; no error names an address.
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
};

export type MailSenderOptions = {
  /** `smtp://` or `smtps://`; undefined: the mail folder. */
  smtpUrl: string | undefined;
  /** Sender as it stands in the header: `Name <address>`. */
  mailFrom: string;
  dataDir: string;
  publicUrl: URL;
  log: Pick<Logger, "info">;
};

/** The way mails leave this installation: SMTP, or files in `DATA_DIR/mail` when none is configured. */
export function createMailSender(options: MailSenderOptions): MailSender {
  const { smtpUrl, mailFrom, publicUrl, log } = options;
  const envelope = { from: mailFrom, domain: publicUrl.hostname };
  return smtpUrl === undefined
    ? createFolderSender({ ...envelope, folder: join(options.dataDir, "mail"), log })
    : createSmtpSender({ ...envelope, url: smtpUrl });
}
