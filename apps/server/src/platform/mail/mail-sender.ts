import type { MailSender } from "./outgoing-mail.ts";
import { join } from "node:path";
import type { Logger } from "pino";

export type MailSenderOptions = {
  /** Address with `smtp://` or `smtps://`, or undefined for the mail folder. */
  smtpUrl: string | undefined;
  /** Value of the From header: `Name <address>`. */
  mailFrom: string;
  dataDir: string;
  publicUrl: URL;
  log: Pick<Logger, "info">;
};

/**
 * Creates the mail transport of this installation, which uses SMTP, or files in `DATA_DIR/mail` if no server is
 * configured. The mail library is loaded with the first mail, because it takes a tenth of the server's memory and there
 * may be no mail for days.
 */
export function createMailSender(options: MailSenderOptions): MailSender {
  let opened: Promise<MailSender> | undefined;
  return {
    async send(mail, signal) {
      opened ??= openSender(options);
      await (await opened).send(mail, signal);
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
