import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { MailSender } from "./mail-sender.ts";
import { composeMessage, type Sender } from "./message.ts";

/**
 * Writes each mail into a folder as an `.eml` file that only the owner may read. The log names the file only: its
 * content may hold links that open accounts.
 */
export function createFolderSender(
  options: Sender & { folder: string; log: Pick<Logger, "info"> },
): MailSender {
  const { folder, log } = options;
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(composeMessage(mail, options));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const time = mail.createdAt.toISOString().replace(/[-:]|\.\d+/g, "");
      const file = `${time}-${mail.template.replace(/\W/g, "")}-${mail.id.replace(/[^\w-]/g, "")}.eml`;
      // Whole or not at all; the same mail written again after a crash replaces itself.
      const unfinished = join(folder, `.${file}.part`);
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(folder, file));
      log.info({ file }, "mail written to the mail folder");
    },
    async close() {
      transport.close();
    },
  };
}
