import { join } from "node:path";
import type { Logger } from "pino";

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

/**
 * The way mails leave this installation: SMTP, or files in `DATA_DIR/mail` when none is configured. What builds a
 * mail is loaded with the first one: it is a tenth of the server's memory, and a practice sends one in days.
 */
export function createMailSender(options: MailSenderOptions): MailSender {
  let opened: Promise<MailSender> | undefined;
  return {
    async send(mail) {
      opened ??= openSender(options);
      await (await opened).send(mail);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}

async function openSender({ smtpUrl, mailFrom, publicUrl, dataDir, log }: MailSenderOptions) {
  const envelope = { from: mailFrom, domain: publicUrl.hostname };
  if (smtpUrl === undefined) {
    const { createFolderSender } = await import("./folder-sender.ts");
    return createFolderSender({ ...envelope, folder: join(dataDir, "mail"), log });
  }
  const { createSmtpSender } = await import("./smtp-sender.ts");
  return createSmtpSender({ ...envelope, url: smtpUrl });
}
