import { randomUUID } from "node:crypto";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { OutboxEngine } from "../outbox/outbox-engine.ts";
import { createTestDatabase, quietLog, type TestDatabase } from "../../../test/background-database.ts";
import { createMailHandlers, mailTopic } from "./mail-handler.ts";
import { type MailJobs, toPerson } from "./mail-job.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.query("delete from outbox"));

async function insertPerson(email: string | null, language = "de") {
  const id = randomUUID();
  await database.query(
    "insert into person (id, email, email_verified_at, first_name, last_name, language) values ($1, $2, now(), 'Vera', 'Muster', $3)",
    [id, email, language],
  );
  return id;
}

/** Queues mail jobs in a transaction, processes them, and returns the sent mails and the remaining rows. */
async function processJobs(jobs: readonly Record<string, unknown>[], ageHours = 0) {
  const sentMails: OutgoingMail[] = [];
  await database.identityDb.write(async (tx) => {
    for (const job of jobs) tx.emit(mailTopic, job, uuidV7());
  });
  await database.query("update outbox set created_at = now() - $1 * interval '1 hour'", [ageHours]);
  const rows = (condition: string) =>
    database.query<{ last_error: string; attempts: number }>(
      `select last_error, attempts from outbox where ${condition} order by id`,
    );
  const handlers = createMailHandlers({
    notifications: { find: async () => undefined, markSent: async () => undefined },
    jobs: new Proxy({} as MailJobs, { get: () => toPerson(database.platformDb) }),
    publicUrl: new URL("https://portal.example.org"),
    sender: { send: async (mail) => void sentMails.push(mail), close: async () => undefined },
  });
  const engine = new OutboxEngine({
    db: database.platformDb,
    handlers,
    log: quietLog(),
  });
  engine.start();
  const dueMessages = () => database.query("select last_error from outbox where available_at <= now()");
  await vi.waitFor(async () => expect(await dueMessages()).toEqual([]), { timeout: 10_000 });
  await engine.stop();
  return {
    sent: sentMails,
    parked: await rows("available_at = 'infinity'"),
    deferred: await rows("available_at between now() and now() + interval '1 minute'"),
  };
}

it("looks up the address and language when it sends the mail", async () => {
  const german = await insertPerson("vera@example.org");
  const english = await insertPerson("owen@example.org", "en");
  const { sent, parked } = await processJobs([
    { template: "passwordChanged", personId: german },
    { template: "sessionsRevoked", personId: english },
    { template: "passwordChanged", personId: german, language: "fr" },
  ]);
  const bySubject = Object.fromEntries(sent.map((mail) => [mail.subject, mail.to]));
  expect(bySubject).toEqual({
    "Ihr Passwort im Praxisportal wurde geändert": { name: "Vera Muster", address: "vera@example.org" },
    "You were signed out of Praxisportal on one device": { name: "Vera Muster", address: "owen@example.org" },
    "Votre mot de passe Praxisportal a été modifié": { name: "Vera Muster", address: "vera@example.org" },
  });
  expect(parked).toEqual([]);
});

it("skips people without an address and deleted people", async () => {
  const { sent, parked } = await processJobs([
    { template: "passwordChanged", personId: await insertPerson(null) },
    { template: "passwordChanged", personId: randomUUID() },
  ]);
  expect(sent).toEqual([]);
  expect(parked).toEqual([]);
});

it("parks jobs without a person, and after a day jobs without a known mail", async () => {
  const jobs = [
    { template: "frame", personId: await insertPerson("x@example.org") },
    { template: "passwordChanged", personId: "somebody" },
  ];
  const { sent, parked } = await processJobs(jobs, 25);
  expect(sent).toEqual([]);
  expect(parked.map((row) => row.last_error)).toEqual([
    'UnretryableError: there is no mail "frame"',
    "UnretryableError: the mail names no person",
  ]);
});

it("see R0-239 leaves an unknown mail to a newer version, without counting an attempt", async () => {
  const job = { template: "mailOfTheNextVersion", personId: await insertPerson("y@example.org") };
  const { sent, parked, deferred } = await processJobs([job], 23);
  expect([sent, parked]).toEqual([[], []]);
  expect(deferred).toEqual([
    { last_error: 'DeferredError: there is no mail "mailOfTheNextVersion"', attempts: 0 },
  ]);
});
