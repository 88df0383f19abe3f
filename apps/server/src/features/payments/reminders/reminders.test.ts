import {
  addPayment,
  listDirectDebits,
  listReminders,
  sendReminders,
} from "@praxisportal/contract/payments/payments.endpoints";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { auditEntries, makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { insertCreditNote, insertFinalInvoice } from "../../../../test/invoices/final-invoice.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { insertDebitInvoice } from "../../../../test/payments/debit-invoice.ts";
import { enterOperatorAccount } from "../../../../test/payments/operator-account.ts";
import { expireProof, signedInOperator } from "../../../../test/payments/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";

const dayMs = 86_400_000;

let testApp: TestApp;
let operator: Awaited<ReturnType<typeof signedInOperator>>;
// The job reminds all organizations, so each test starts its own portal.
beforeEach(async () => {
  testApp = await createTestApp();
  operator = await signedInOperator(testApp);
  await enterOperatorAccount(testApp);
});
afterEach(() => testApp.stop());

/** Returns the day that is the given number of days before today in Germany. */
const daysAgo = (days: number) =>
  dayIn("Europe/Berlin", new Date(testApp.clock.now().getTime() - days * dayMs));

async function organizationWithAddress(language = "de") {
  const organization = await makeOrganization(testApp);
  await queryRows(
    testApp,
    `update organization set language = $2, details = details || '{"billingEmail": "rechnung@example.org"}'
     where organization_id = $1`,
    [organization.id, language],
  );
  return organization;
}

/** Runs the job once, as the scheduler does. */
async function runJob({ app }: Pick<TestApp, "app"> = testApp): Promise<void> {
  const job = app.jobs.find(({ name }) => name === "payment-reminders");
  if (job === undefined) throw new Error("there is no job");
  await job.run(new AbortController().signal);
}

const levelOf = async (invoiceId: string) => {
  const [row] = await queryRows<{ level: number }>(
    testApp,
    "select reminder_level as level from invoice_account where invoice_id = $1",
    [invoiceId],
  );
  return row?.level ?? 0;
};

/** Returns the mails of a level, once there are as many as expected. */
const mailsWithLevel = (level: number, count: number) =>
  eventually(async () => {
    const mails = await mailsOf(testApp, `paymentReminder${level}`);
    expect(mails).toHaveLength(count);
    return mails;
  });

describe("reminders of overdue invoices", () => {
  it("R0-180 are mailed 7, 14 and 28 days after the due day, each level once", async () => {
    const { id, name } = await organizationWithAddress();
    const invoice = await insertFinalInvoice(testApp, id, { dueOn: daysAgo(6) });
    const levelsByDay: Record<number, number> = {};
    let passedDays = 6;
    for (const day of [6, 7, 8, 13, 14, 27, 28, 60]) {
      testApp.clock.advance((day - passedDays) * dayMs);
      passedDays = day;
      await Promise.all([runJob(), runJob()]);
      levelsByDay[day] = await levelOf(invoice.id);
    }
    expect(levelsByDay).toEqual({ 6: 0, 7: 1, 8: 1, 13: 1, 14: 2, 27: 2, 28: 3, 60: 3 });
    for (const level of [1, 2, 3]) {
      const [mail = ""] = await mailsWithLevel(level, 1);
      expect(mail).toContain("<rechnung@example.org>");
      expect(mail).toContain(`Guten Tag ${name}`);
      expect(mail).toContain(invoice.number);
      expect(mail).toMatch(/: 119,00\s€/);
      expect(mail).toContain("IBAN DE02 1203 0000 0000 2020 51");
    }
    const entries = await auditEntries(testApp, id, "invoice.reminded");
    expect(entries.map(({ record }) => record.changes?.["level"])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(entries[0]).toMatchObject({ actor_id: null, target_id: invoice.id });
  });

  it("R0-181 never suspend an organization", async () => {
    const { id } = await organizationWithAddress();
    const invoice = await insertFinalInvoice(testApp, id, { dueOn: daysAgo(400) });
    for (const days of [0, 7, 14]) {
      testApp.clock.advance(days * dayMs);
      for (const job of testApp.app.jobs) await job.run(new AbortController().signal);
    }
    expect(await levelOf(invoice.id)).toBe(3);
    const [row] = await queryRows(testApp, "select status from organization where organization_id = $1", [
      id,
    ]);
    expect(row).toEqual({ status: "active" });
  });

  it("a late level delays the next levels by the same time", async () => {
    const { id } = await organizationWithAddress();
    const invoice = await insertFinalInvoice(testApp, id, { dueOn: daysAgo(40) });
    const levels: number[] = [];
    for (const days of [0, 6, 1, 13, 1]) {
      testApp.clock.advance(days * dayMs);
      await runJob();
      levels.push(await levelOf(invoice.id));
    }
    expect(levels).toEqual([1, 1, 2, 2, 3]);
  });

  it("are listed and sent by the operator, with the operator's own text in the language of the organization", async () => {
    const { id, name } = await organizationWithAddress("fr");
    const invoice = await insertFinalInvoice(testApp, id, { dueOn: daysAgo(8) });
    await queryRows(testApp, "update operator_profile set reminder_texts = $1", [
      JSON.stringify({ 1: { fr: "Cher cabinet,\nmerci de régler." } }),
    ]);
    const body = { bookedOn: "2026-11-20", amountCents: 1_900 };
    await operator.call(addPayment, { params: { invoiceId: invoice.id }, body });
    const reminder = {
      invoiceId: invoice.id,
      organizationName: name,
      number: invoice.number,
      currency: "EUR",
      openCents: 10_000,
      dueOn: daysAgo(8),
      level: 1,
    };
    expect((await operator.call(listReminders)).result).toEqual({ data: [reminder] });
    // The page of the payments reads them together with the direct debits.
    const query = { reminders: "true" } as const;
    expect((await operator.call(listDirectDebits, { query })).result.reminders).toEqual([reminder]);
    expect((await operator.call(listDirectDebits)).result).not.toHaveProperty("reminders");
    const otherOperator = await signedInOperator(testApp);
    const responses = await Promise.all(
      [operator, otherOperator].map((client) => client.call(sendReminders)),
    );
    expect(responses.flatMap(({ result }) => result.data)).toEqual([reminder]);
    expect((await operator.call(listReminders)).result).toEqual({ data: [] });
    const [mail = ""] = await mailsWithLevel(1, 1);
    expect(mail).toContain("Cher cabinet,");
    expect(mail).toContain("merci de régler.");
    expect(mail).toMatch(/ : 100,00\s€/);
    expect(mail).not.toContain("n’est pas encore réglée");
    await expireProof(testApp, operator.personId);
    expect((await operator.call(sendReminders)).problem.code).toBe("STEP_UP_REQUIRED");
  });

  it("go to the address of the billing profile, otherwise to the administrators with an address", async () => {
    const { id } = await organizationWithAddress();
    await queryRows(
      testApp,
      "insert into billing_profile (organization_id, email, contact_name) values ($1, 'buchhaltung@example.org', 'Ina Zahl')",
      [id],
    );
    await insertFinalInvoice(testApp, id, { dueOn: daysAgo(8) });
    const withoutBillingAddress = await makeOrganization(testApp);
    const admins = [
      await makeMember(testApp, withoutBillingAddress.id, "org_admin"),
      await makeMember(testApp, withoutBillingAddress.id, "org_admin"),
    ];
    await makeMember(testApp, withoutBillingAddress.id, "org_admin", { email: null });
    await makeMember(testApp, withoutBillingAddress.id, "editor");
    await insertFinalInvoice(testApp, withoutBillingAddress.id, { dueOn: daysAgo(8) });
    await runJob();
    const mails = await mailsWithLevel(1, 3);
    for (const address of ["buchhaltung@example.org", ...admins.map(({ email }) => String(email))])
      expect(mails.filter((mail) => mail.includes(`<${address}>`))).toHaveLength(1);
    expect(mails.some((mail) => mail.includes("Guten Tag Ina Zahl"))).toBe(true);
  });

  it("are not sent for paid and credited invoices, without a recipient, and to erased organizations", async () => {
    const { id } = await organizationWithAddress();
    const [paid, credited] = [
      await insertFinalInvoice(testApp, id, { dueOn: daysAgo(40) }),
      await insertFinalInvoice(testApp, id, { dueOn: daysAgo(40) }),
    ];
    const body = { bookedOn: "2026-11-20", amountCents: 11_900 };
    await operator.call(addPayment, { params: { invoiceId: paid.id }, body });
    await insertCreditNote(testApp, credited);
    await insertFinalInvoice(testApp, (await makeOrganization(testApp)).id, { dueOn: daysAgo(40) });
    const erased = await organizationWithAddress();
    await insertFinalInvoice(testApp, erased.id, { dueOn: daysAgo(40) });
    await queryRows(testApp, "update organization set erased_at = now() where organization_id = $1", [
      erased.id,
    ]);
    expect((await operator.call(sendReminders)).result).toEqual({ data: [] });
  });

  it("are sent for a direct debit only after its return", async () => {
    const { id } = await organizationWithAddress();
    const invoice = await insertDebitInvoice(testApp, id, { dueOn: daysAgo(10) });
    const dueReminders = async () =>
      (await operator.call(listReminders)).result.data.map(({ invoiceId }) => invoiceId);
    expect(await dueReminders()).toEqual([]);
    const fileId = crypto.randomUUID();
    await queryRows(
      testApp,
      `with file as (insert into direct_debit_file (id, message_id, debits, total_cents, content)
         values ($1, 'LS-1', 1, 11900, '\\x00') returning id)
       insert into direct_debit select $2, $3, id, 11900, '2026-11-20' from file`,
      [fileId, id, invoice.id],
    );
    expect(await dueReminders()).toEqual([]);
    for (const amountCents of [11_900, -11_900])
      await operator.call(addPayment, {
        params: { invoiceId: invoice.id },
        body: { bookedOn: "2026-11-20", amountCents },
      });
    expect(await dueReminders()).toEqual([invoice.id]);
  });
});
