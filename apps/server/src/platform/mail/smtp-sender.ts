import { createTransport } from "nodemailer";
import { isLoopback } from "../config/public-address.ts";
import { UnretryableError } from "../outbox/outbox-message.ts";
import type { MailSender } from "./outgoing-mail.ts";
import { composeMessage, type Sender } from "./message.ts";

/**
 * Returns the connection options for an `SMTP_URL`. Every server except one on this machine must use TLS with a valid
 * certificate. A private certificate authority can be added with NODE_EXTRA_CA_CERTS.
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

/** Creates a sender that uses SMTP on pooled connections. */
export function createSmtpSender(
  options: Sender & { url: string; connection?: Partial<ReturnType<typeof smtpOptions>> },
): MailSender {
  const transport = createTransport({ ...smtpOptions(options.url), ...options.connection });
  // An idle connection that breaks is replaced with the next mail.
  transport.on("error", () => undefined);
  return {
    async send(mail, signal) {
      const message = composeMessage(mail, options);
      signal.throwIfAborted();
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const abort = () => reject(signal.reason as Error);
      signal.addEventListener("abort", abort, { once: true });
      try {
        await Promise.race([transport.sendMail(message), aborted]);
      } catch (error) {
        throw signal.aborted ? error : describeFailure(error);
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    async close() {
      transport.close();
    },
  };
}

type SmtpFailure = { code?: string; command?: string; responseCode?: number };

/** Describes only the kind of a failure, because responses of mail servers repeat the address. */
function describeFailure(error: unknown): Error {
  const { code, command, responseCode } = error as SmtpFailure;
  const text = ["SMTP", code, command, responseCode].filter((part) => part !== undefined).join(" ");
  // A 5xx response to recipient or content is permanent. Any other failure may be caused by a setting that can be
  // corrected.
  const isPermanent = responseCode !== undefined && responseCode >= 500;
  return isPermanent && (command === "RCPT TO" || command === "DATA")
    ? new UnretryableError(text)
    : new Error(text);
}
