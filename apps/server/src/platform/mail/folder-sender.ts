import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { MailSender } from "./outgoing-mail.ts";
import { composeMessage, type Sender } from "./message.ts";

/**
 * Writes each mail to a folder as an `.eml` file that only its owner may read. The log contains only the file name,
 * because the content may include links that give access to accounts.
 */
export function createFolderSender(
  options: Sender & { folder: string; log: Pick<Logger, "info"> },
): MailSender {
  const { folder, log } = options;
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail, signal) {
      const { message } = await transport.sendMail(composeMessage(mail, options));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const time = mail.createdAt.toISOString().replace(/[-:]|\.\d+/g, "");
      const file = `${time}-${mail.template.replace(/\W/g, "")}-${mail.id.replace(/[^\w-]/g, "")}.eml`;
      // The file is written atomically. A mail that is written again after a crash replaces its file.
      const unfinished = join(folder, `.${file}.part`);
      await writeFile(unfinished, message, { mode: 0o600, signal });
      await rename(unfinished, join(folder, file));
      log.info({ file }, "mail written to the mail folder");
    },
    async close() {
      transport.close();
    },
  };
}
