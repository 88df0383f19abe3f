import { createTransport } from "nodemailer";
import { isLoopback } from "../config/config.ts";
import { UnretryableError } from "../outbox/outbox-message.ts";
import type { MailSender } from "./mail-sender.ts";
import { composeMessage, type Sender } from "./message.ts";

/**
 * Options of the connection for an `SMTP_URL`. Everything but a server on this machine must speak TLS with a valid
 * certificate; a private authority is added with NODE_EXTRA_CA_CERTS.
 */
export function smtpOptions(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = url.protocol === "smtps:";
  const isLocal = isLoopback(host);
  return {
    pool: true as const,
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLocal,
    tls: { minVersion: "TLSv1.2" as const, rejectUnauthorized: !isLocal },
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    maxConnections: 3,
    maxMessages: 100,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  };
}

/** Sends over SMTP, on connections that are kept. */
export function createSmtpSender(
  options: Sender & { url: string; connection?: Partial<ReturnType<typeof smtpOptions>> },
): MailSender {
  const transport = createTransport({ ...smtpOptions(options.url), ...options.connection });
  // A kept connection that breaks while it is idle is replaced at the next mail.
  transport.on("error", () => undefined);
  return {
    async send(mail) {
      const message = composeMessage(mail, options);
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw describeFailure(error);
      }
    },
    async close() {
      transport.close();
    },
  };
}

type SmtpFailure = { code?: string; command?: string; responseCode?: number };

/** Answers of mail servers repeat the address; what is kept of a failure is its kind. */
function describeFailure(error: unknown): Error {
  const { code, command, responseCode } = error as SmtpFailure;
  const text = ["SMTP", code, command, responseCode].filter((part) => part !== undefined).join(" ");
  // The receiver or the content is refused for good; anything else may be a setting that somebody corrects.
  const isForGood = responseCode !== undefined && responseCode >= 500;
  return isForGood && (command === "RCPT TO" || command === "DATA")
    ? new UnretryableError(text)
    : new Error(text);
}
