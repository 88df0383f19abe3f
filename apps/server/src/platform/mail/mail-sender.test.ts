import { readdir, readFile, mkdtemp, rm, stat } from "node:fs/promises";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { UnretryableError } from "../outbox/outbox-message.ts";
import { quietLog } from "../../../test/background-database.ts";
import { createMailSender } from "./mail-sender.ts";
import type { MailSender, OutgoingMail } from "./outgoing-mail.ts";
import { createSmtpSender, smtpOptions } from "./smtp-sender.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const mail: OutgoingMail = {
  id: "01890000-0000-7000-8000-000000000001",
  template: "passwordChanged",
  createdAt: new Date("2026-07-01T10:30:00Z"),
  to: { name: "Vera Müster", address: "vera@example.org" },
  subject: "Ihr Passwort im Praxisportal wurde geändert",
  text: "Guten Tag,\n\nmit Umlauten: äöü.\n",
  attachments: [],
  html: "<p>Guten Tag</p>",
};
const running = new AbortController().signal;
const publicUrl = new URL("https://portal.example.org");
const mailFrom = "Praxisportal <no-reply@example.org>";

type Received = { from: string; to: string[]; raw: string; isSecure: boolean; user: string | undefined };

/** Starts an SMTP server on a free port that records the mails it receives. */
async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const commands: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onAuth: (auth, _session, done) =>
      auth.username === "portal" && auth.password === "p@ss:word"
        ? done(null, { user: auth.username })
        : done(new Error("wrong password")),
    onMailFrom: (address, _session, done) => {
      commands.push(`MAIL ${address.address}`);
      done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom: from, rcptTo } = session.envelope;
        received.push({
          from: from === false ? "" : from.address,
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks).toString("utf8"),
          isSecure: session.secure,
          user: session.user as string | undefined,
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  stops.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { port: (listening.address() as AddressInfo).port, received, commands };
}

function open(sender: MailSender): MailSender {
  stops.push(() => sender.close());
  return sender;
}

function openSender(smtpUrl: string) {
  return open(createMailSender({ smtpUrl, mailFrom, dataDir: "/nowhere", publicUrl, log: quietLog() }));
}

const headerOf = (raw: string, name: string) =>
  raw.split("\r\n\r\n", 1)[0]?.match(new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, "im"))?.[1];

describe("mail over SMTP", () => {
  it("arrives with sender, recipient, both formats and headers that suppress automatic replies", async () => {
    const server = await startSmtpServer();
    await openSender(`smtp://127.0.0.1:${server.port}`).send(mail, running);
    const [got] = server.received;
    expect(got).toMatchObject({ from: "no-reply@example.org", to: ["vera@example.org"] });
    const raw = got?.raw ?? "";
    expect(headerOf(raw, "Message-ID")).toBe("<01890000-0000-7000-8000-000000000001@portal.example.org>");
    expect(headerOf(raw, "Auto-Submitted")).toBe("auto-generated");
    expect(raw).not.toContain("List-Unsubscribe");
    expect(headerOf(raw, "Date")).toBe("Wed, 01 Jul 2026 10:30:00 +0000");
    expect(raw).toContain("multipart/alternative");
    expect(raw).toContain("<p>Guten Tag</p>");
  });

  it("see R0-290 has the headers that let the mail program end mails of this kind (RFC 8058)", async () => {
    const server = await startSmtpServer();
    const unsubscribe = new URL(`https://portal.example.org/api/v1/x?token=${"Ab3-_".repeat(20)}`);
    await openSender(`smtp://127.0.0.1:${server.port}`).send({ ...mail, unsubscribe }, running);
    const raw = server.received[0]?.raw ?? "";
    expect(headerOf(raw, "List-Unsubscribe")).toBe(`<${unsubscribe.href}>`);
    expect(headerOf(raw, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  });

  it("authenticates with the user of the URL and uses TLS if the server offers it", async () => {
    const server = await startSmtpServer();
    await openSender(`smtp://portal:p%40ss%3Aword@localhost:${server.port}`).send(mail, running);
    expect(server.received).toMatchObject([{ user: "portal", isSecure: true }]);
  });

  it("uses TLS from the first byte with smtps", async () => {
    const server = await startSmtpServer({ secure: true });
    await openSender(`smtps://127.0.0.1:${server.port}`).send(mail, running);
    expect(server.received).toMatchObject([{ isSecure: true }]);
  });

  it("sends nothing to another machine without TLS or with an untrusted certificate", async () => {
    const remote = smtpOptions("smtp://mail.example.org");
    expect(remote).toMatchObject({ host: "mail.example.org", port: 587, requireTLS: true, secure: false });
    expect(smtpOptions("smtps://[2001:db8::1]")).toMatchObject({
      host: "2001:db8::1",
      port: 465,
      secure: true,
    });
    const plain = await startSmtpServer({ disabledCommands: ["STARTTLS"] });
    const unknown = await startSmtpServer();
    for (const server of [plain, unknown]) {
      // The settings are the same, but redirected to this machine.
      const connection = { host: "127.0.0.1", port: server.port };
      const sender = open(
        createSmtpSender({ url: "smtp://mail.example.org", from: mailFrom, domain: "x", connection }),
      );
      await expect(sender.send(mail, running)).rejects.toThrow(/^SMTP E/);
      expect(server.commands).toEqual([]);
      expect(server.received).toEqual([]);
    }
  });

  it("is parked if the receiver rejects it permanently, otherwise retried, and no error contains the address", async () => {
    const smtpError = (responseCode: number) =>
      Object.assign(new Error("mailbox vera@example.org"), { responseCode });
    const refusal = async (options: SMTPServerOptions) => {
      const server = await startSmtpServer(options);
      const error: unknown = await openSender(`smtp://127.0.0.1:${server.port}`)
        .send(mail, running)
        .catch((reason: unknown) => reason);
      expect(String(error)).not.toContain("vera");
      return error;
    };
    expect(await refusal({ onRcptTo: (_to, _session, done) => done(smtpError(550)) })).toBeInstanceOf(
      UnretryableError,
    );
    expect(await refusal({ onRcptTo: (_to, _session, done) => done(smtpError(450)) })).not.toBeInstanceOf(
      UnretryableError,
    );
    expect(await refusal({ onMailFrom: (_from, _session, done) => done(smtpError(550)) })).not.toBeInstanceOf(
      UnretryableError,
    );
    expect(await refusal({ onConnect: (_session, done) => done(smtpError(554)) })).not.toBeInstanceOf(
      UnretryableError,
    );
  });

  it("fails and can be retried while the server is down or rejects the password", async () => {
    const server = await startSmtpServer();
    const wrongSender = openSender(`smtp://portal:wrong@127.0.0.1:${server.port}`);
    const failure: unknown = await wrongSender.send(mail, running).catch((reason: unknown) => reason);
    expect(String(failure)).toMatch(/^Error: SMTP EAUTH/);
    expect(String(failure)).not.toContain("wrong");
    await expect(openSender("smtp://127.0.0.1:1").send(mail, running)).rejects.toThrow(/^SMTP ESOCKET/);
  });
});

it("fails at its deadline if the server never confirms it", async () => {
  const received = Promise.withResolvers<(refusal: Error) => void>();
  const server = await startSmtpServer({ onMailFrom: (_address, _session, done) => received.resolve(done) });
  const deadline = new AbortController();
  const sender = openSender(`smtp://127.0.0.1:${server.port}`);
  const sending = sender.send(mail, deadline.signal);
  const reject = await received.promise;
  deadline.abort(new Error("the handler took too long"));
  await expect(sending).rejects.toThrow("the handler took too long");
  await expect(sender.send(mail, deadline.signal)).rejects.toThrow("the handler took too long");
  reject(new Error("too late"));
});

describe("values in headers", () => {
  it("cannot add a header line or turn an address into a list", async () => {
    const server = await startSmtpServer();
    const sender = openSender(`smtp://127.0.0.1:${server.port}`);
    const malicious = {
      ...mail,
      to: { name: 'Vera\r\nBcc: evil@example.org, "x" <evil@example.org>', address: "vera@example.org" },
      subject: "Hallo\r\nBcc: evil@example.org\r\n\r\nText",
    };
    await sender.send(malicious, running);
    const [got] = server.received;
    expect(got?.to).toEqual(["vera@example.org"]);
    expect(headerOf(got?.raw ?? "", "Bcc")).toBeUndefined();
    expect(headerOf(got?.raw ?? "", "Subject")).toBe("Hallo Bcc: evil@example.org Text");
  });

  it.each([
    "vera@example.org, evil@example.org",
    "vera@example.org\r\nBcc: evil@example.org",
    "<vera@example.org>",
    "Vera <vera@example.org>",
    "vera",
    "",
    "a:vera@example.org;",
  ])("rejects the address %j permanently", async (address) => {
    const server = await startSmtpServer();
    const sender = openSender(`smtp://127.0.0.1:${server.port}`);
    await expect(sender.send({ ...mail, to: { name: "Vera", address } }, running)).rejects.toThrow(
      UnretryableError,
    );
    expect(server.commands).toEqual([]);
  });
});

describe("mail folder", () => {
  it("gets one file per mail, readable only by the owner, and the log contains only the file name", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "praxisportal mail-"));
    stops.push(() => rm(dataDir, { recursive: true, force: true }));
    const log = quietLog();
    const sender = open(createMailSender({ smtpUrl: undefined, mailFrom, dataDir, publicUrl, log }));
    await sender.send(mail, running);
    await sender.send(mail, running);
    await sender.send({ ...mail, id: "../../evil", template: "../x" }, running);
    const folder = join(dataDir, "mail");
    const files = (await readdir(folder)).toSorted();
    expect(files).toEqual([
      "20260701T103000Z-passwordChanged-01890000-0000-7000-8000-000000000001.eml",
      "20260701T103000Z-x-evil.eml",
    ]);
    const file = join(folder, files[0] ?? "");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const raw = await readFile(file, "utf8");
    expect(headerOf(raw, "To")).toBe("=?UTF-8?Q?Vera_M=C3=BCster?= <vera@example.org>");
    expect(raw).toContain("\r\n");
    expect(log.lines).toEqual([
      [{ file: files[0] }, "mail written to the mail folder"],
      [{ file: files[0] }, "mail written to the mail folder"],
      [{ file: files[1] }, "mail written to the mail folder"],
    ]);
  });
});
