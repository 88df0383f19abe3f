import { join } from "node:path";
import type { Logger } from "pino";

/** A rendered mail. */
export type OutgoingMail = {
  /** Id of its outbox row. The receiver recognizes a mail that is sent twice after a crash as the same message. */
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
   * Delivers a mail. Throws UnretryableError when the receiver will never accept it and another error when a retry may
   * succeed. No error contains an address.
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
};

export type MailSenderOptions = {
  /** `smtp://` or `smtps://`; undefined means the mail folder. */
  smtpUrl: string | undefined;
  /** Value of the From header: `Name <address>`. */
  mailFrom: string;
  dataDir: string;
  publicUrl: URL;
  log: Pick<Logger, "info">;
};

/**
 * Creates the mail transport of this installation: SMTP, or files in `DATA_DIR/mail` when none is configured. The mail
 * library is loaded with the first mail, because it takes a tenth of the server's memory and a practice may send no
 * mail for days.
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
