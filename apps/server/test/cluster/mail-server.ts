import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** Mail server for tests with several processes. It accepts every mail and stores only the recipients. */
export class MailServer {
  /** Value of the portal's setting `SMTP_URL`. */
  readonly url: string;
  readonly #server: SMTPServer;
  /** Addresses of all mails so far. */
  readonly recipients: readonly string[];

  private constructor(server: SMTPServer, port: number, recipients: readonly string[]) {
    this.#server = server;
    this.recipients = recipients;
    this.url = `smtp://127.0.0.1:${port}`;
  }

  static async start(): Promise<MailServer> {
    const recipients: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: (stream, { envelope }, done) => {
        stream.on("end", () => {
          recipients.push(...envelope.rcptTo.map(({ address }) => address));
          done();
        });
        stream.resume();
      },
    });
    server.on("error", () => undefined);
    const listening = server.listen(0, "127.0.0.1");
    await once(listening, "listening");
    return new MailServer(server, (listening.address() as AddressInfo).port, recipients);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
