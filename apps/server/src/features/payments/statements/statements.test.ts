import { getAnyInvoice } from "@praxisportal/contract/invoices/invoices.endpoints";
import {
  addPayment,
  assignBankEntry,
  createDirectDebits,
  importStatement,
  listBankEntries,
} from "@praxisportal/contract/payments/payments.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, makeOrganization, queryRows } from "../../../../test/factories.ts";
import {
  insertCreditNote,
  insertDraft,
  insertFinalInvoice,
} from "../../../../test/invoices/final-invoice.ts";
import { insertDebitInvoice } from "../../../../test/payments/debit-invoice.ts";
import { inTransaction, untilLockWait } from "../../../../test/lock-waits.ts";
import { enterOperatorAccount, operatorIban } from "../../../../test/payments/operator-account.ts";
import { expireProof, signedInOperator } from "../../../../test/payments/people.ts";
import { statementOf, type TestEntry } from "../../../../test/payments/statements.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";

let testApp: TestApp;
let operator: Awaited<ReturnType<typeof signedInOperator>>;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await signedInOperator(testApp);
});
beforeEach(() => enterOperatorAccount(testApp));
afterAll(() => testApp.stop());

const upload = (file: Buffer) => operator.call(importStatement, { body: {}, file });
const importAll = async (...entries: TestEntry[]) => (await upload(statementOf(entries))).result;
const invoiceOf = async (overrides: Parameters<typeof insertFinalInvoice>[2] = {}) =>
  insertFinalInvoice(testApp, (await makeOrganization(testApp)).id, overrides);
const amountsOf = async (invoiceId: string) =>
  (
    await queryRows<{ amount: number }>(
      testApp,
      "select amount_cents::integer as amount from invoice_payment where invoice_id = $1 order by created_at, id",
      [invoiceId],
    )
  ).map(({ amount }) => amount);
const listEntries = async () => (await operator.call(listBankEntries)).result.data;

let references = 0;
/** Returns a reference that no other entry has. */
const nextReference = () => `BANK-${(references += 1)}`;

describe("POST /api/tenant/billing/statements", () => {
  it("R0-178 books payments and partial payments from a camt.053 file and from the operator", async () => {
    const [first, second] = [await invoiceOf(), await invoiceOf({ currency: "CHF" })];
    const body = { bookedOn: "2026-11-19", amountCents: 1_900 };
    await operator.call(addPayment, { params: { invoiceId: first.id }, body });
    const spaced = first.number.toLowerCase().replace("-000", " - 0 00");
    const result = await importAll(
      { reference: nextReference(), amountCents: 4_000, text: `Teilzahlung zu ${spaced} danke` },
      { reference: nextReference(), amountCents: 6_000, endToEndId: first.number },
      {
        reference: nextReference(),
        amountCents: 11_900,
        currency: "CHF",
        text: `RF18${second.number.replaceAll("-", "")}`,
      },
    );
    expect(result).toEqual({ entries: 3, booked: 3, returned: 0, known: 0, unassigned: [] });
    expect(await amountsOf(first.id)).toEqual([1_900, 4_000, 6_000]);
    expect(await auditEntries(testApp, first.organizationId, "invoice.paid")).toHaveLength(1);
    expect(await auditEntries(testApp, second.organizationId, "invoice.paid")).toHaveLength(1);
    const [payment] = await queryRows(
      testApp,
      `select source, note, booked_on::text as day, created_by as "by" from invoice_payment where invoice_id = $1`,
      [second.id],
    );
    expect(payment).toEqual({
      source: "statement",
      note: "Praxis Probe",
      day: "2026-11-20",
      by: operator.personId,
    });
    const entries = await auditEntries(testApp, platformChainId, "platform.statement_imported");
    expect(entries.at(-1)?.record.changes).toMatchObject({ booked: [null, 3], unassigned: [null, 0] });
  });

  it("R0-302 N83 books nothing twice, even when two imports run at the same time", async () => {
    const invoice = await invoiceOf();
    const file = statementOf([
      { reference: nextReference(), amountCents: 11_900, text: invoice.number },
      { reference: nextReference(), amountCents: 77, text: "Zinsen" },
    ]);
    const operators = [operator, await signedInOperator(testApp), await signedInOperator(testApp)];
    let running: Promise<{ result: { booked: number } }>[] = [];
    // None of them continues until all have begun.
    await inTransaction(testApp, async (db) => {
      const { organizationId, id } = invoice;
      await db.query("insert into invoice_account (organization_id, invoice_id) values ($1, $2)", [
        organizationId,
        id,
      ]);
      running = operators.map((client) => client.call(importStatement, { body: {}, file }));
      await untilLockWait(testApp, operators.length);
    });
    const responses = await Promise.all(running);
    expect(responses.map(({ result }) => result.booked).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect((await upload(file)).result).toEqual({
      entries: 2,
      booked: 0,
      returned: 0,
      known: 2,
      unassigned: [],
    });
    expect(await amountsOf(invoice.id)).toEqual([11_900]);
    expect((await listEntries()).filter(({ text }) => text === "Zinsen")).toHaveLength(1);
    const { reference } = (await listEntries()).find(({ text }) => text === "Zinsen") ?? { reference: "" };
    const otherInvoice = await invoiceOf();
    await operator.call(assignBankEntry, { body: { reference, invoiceId: otherInvoice.id } });
    expect((await upload(file)).result).toMatchObject({ booked: 0, known: 2, unassigned: [] });
    expect(await amountsOf(otherInvoice.id)).toEqual([77]);
  });

  it("see R0-302 books each of several entries to which the bank gave the same reference", async () => {
    const invoice = await invoiceOf();
    const reference = nextReference();
    const file = statementOf([
      { reference, amountCents: 5_000, text: invoice.number },
      { reference, amountCents: 6_900, text: invoice.number },
    ]);
    expect((await upload(file)).result).toMatchObject({ booked: 2 });
    expect((await upload(file)).result).toMatchObject({ booked: 0, known: 2 });
    expect(await amountsOf(invoice.id)).toEqual([5_000, 6_900]);
  });

  it("R0-301 N83 see R5-28 refuses a file with a DOCTYPE, above 5 MB, of a foreign account, or that is not camt.053", async () => {
    const invoice = await invoiceOf();
    const entries = [{ reference: nextReference(), amountCents: 11_900, text: invoice.number }];
    const valid = statementOf(entries).toString();
    const refusalOf = async (file: string | Buffer) => {
      const { status, problem } = await upload(Buffer.from(file));
      return [status, problem.errors?.map(({ path, code }) => `${path} ${code}`) ?? problem.code];
    };
    for (const doctype of [
      '<!DOCTYPE x [<!ENTITY a "b">]>',
      "<!DOCTYPE Document>",
      '<!DOCTYPE Document SYSTEM "https://evil.example/camt.dtd">',
      "<!-- camt.053 -->\n<!DOCTYPE Document []>\n",
    ])
      expect([doctype, ...(await refusalOf(valid.replace("<Document", `${doctype}<Document`)))]).toEqual([
        doctype,
        400,
        ["statement fileType"],
      ]);
    expect(await refusalOf(valid.padEnd(5_000_001))).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(await refusalOf(statementOf(entries, "DE02500105170137075030"))).toEqual([
      400,
      ["statement otherAccount"],
    ]);
    for (const file of [
      "",
      "no XML",
      "<html></html>",
      valid.slice(0, -20),
      valid.replace("2026-11-20", "2026-02-30"),
      valid.replace("BANK-", "x".repeat(101)),
    ])
      expect(await refusalOf(file), file.slice(0, 30)).toEqual([400, ["statement fileType"]]);
    expect((await upload(Buffer.from("no XML"))).problem.errors?.[0]?.message).toBe(
      "Dieser Dateityp ist nicht erlaubt. Erlaubt sind: camt.053 (XML)",
    );
    expect(await amountsOf(invoice.id)).toEqual([]);
    expect((await upload(Buffer.from(valid.padEnd(5_000_000)))).result.booked).toBe(1);
  });

  it("R0-179 see R0-302 reopens an invoice when its direct debit is returned, so that it can be collected again", async () => {
    const organization = await makeOrganization(testApp);
    const invoice = await insertDebitInvoice(testApp, organization.id);
    expect((await operator.call(createDirectDebits)).result.debits).toBe(1);
    await importAll({ reference: nextReference(), amountCents: 11_900, endToEndId: invoice.number });
    expect((await operator.call(createDirectDebits)).problem.code).toBe("CONFLICT");
    const returnedDebit = {
      reference: nextReference(),
      amountCents: -11_900,
      endToEndId: invoice.number,
      returnReason: "AC04",
    };
    const stateOf = async () => {
      const { result } = await operator.call(getAnyInvoice, { params: { invoiceId: invoice.id } });
      return [result.status, result.paidCents, result.openCents];
    };
    expect(await stateOf()).toEqual(["paid", 11_900, 0]);
    expect(await importAll(returnedDebit)).toMatchObject({ booked: 1, returned: 1, unassigned: [] });
    expect(await importAll(returnedDebit)).toMatchObject({ booked: 0, returned: 0, known: 1 });
    expect(await amountsOf(invoice.id)).toEqual([11_900, -11_900]);
    expect(await stateOf()).toEqual(["overdue", 0, 11_900]);
    expect((await operator.call(createDirectDebits)).result.totalCents).toBe(11_900);
    // A return without its reason is recognized by the amount of the debit.
    await importAll({ reference: nextReference(), amountCents: 11_900, endToEndId: invoice.number });
    expect(await importAll({ ...returnedDebit, reference: nextReference() })).toMatchObject({ returned: 1 });
    expect(await amountsOf(invoice.id)).toEqual([11_900, -11_900, 11_900, -11_900]);
    // The last debit was returned and the organization pays by transfer, so nothing is left to collect.
    await importAll({ reference: nextReference(), amountCents: 11_900, text: invoice.number });
    expect((await operator.call(createDirectDebits)).problem.code).toBe("CONFLICT");
  });

  it("keeps entries that match no single open invoice, by number, currency or direction of the payment", async () => {
    const [invoice, credited, chf] = [
      await invoiceOf(),
      await invoiceOf(),
      await invoiceOf({ currency: "CHF" }),
    ];
    await insertCreditNote(testApp, credited);
    const texts = [
      "Miete",
      "RE-2026-999999",
      `${invoice.number}7`,
      credited.number,
      chf.number,
      `${invoice.number} und ${chf.number}`,
    ];
    const { booked, unassigned } = await importAll(
      ...texts.map((text) => ({ reference: nextReference(), amountCents: 11_900, text })),
      { reference: nextReference(), amountCents: -11_900, text: `Erstattung ${invoice.number}` },
      { reference: nextReference(), amountCents: 0, text: invoice.number },
    );
    expect(booked).toBe(0);
    expect(unassigned.map(({ text }) => text)).toEqual([...texts, `Erstattung ${invoice.number}`]);
    expect(unassigned[0]).toMatchObject({ bookedOn: "2026-11-20", currency: "EUR", name: "Praxis Probe" });
    expect(await amountsOf(invoice.id)).toEqual([]);
    const storedTexts = (await listEntries()).map(({ text }) => text);
    expect(storedTexts).toEqual(expect.arrayContaining(texts));
  });

  it("needs the operator's IBAN and a fresh proof of identity", async () => {
    const file = statementOf([], operatorIban);
    await enterOperatorAccount(testApp, { iban: null });
    const { problem } = await upload(file);
    expect(problem).toMatchObject({ code: "INVOICE_INCOMPLETE", missing: ["operator.iban"] });
    const otherOperator = await signedInOperator(testApp);
    await expireProof(testApp, otherOperator.personId);
    for (const response of [
      await otherOperator.call(importStatement, { body: {}, file }),
      await otherOperator.call(assignBankEntry, { body: { reference: "x", invoiceId: null } }),
    ])
      expect(response.problem.code).toBe("STEP_UP_REQUIRED");
  });
});

describe("POST /api/tenant/billing/entries/assign", () => {
  it("books an entry to an invoice once, or removes it from the list", async () => {
    const invoice = await invoiceOf();
    const [first, second] = [nextReference(), nextReference()];
    await importAll(
      { reference: first, amountCents: 11_900, text: "Ohne Nummer" },
      { reference: second, amountCents: 5, text: "Zinsen" },
    );
    const assign = (reference: string, invoiceId: string | null) =>
      operator.call(assignBankEntry, { body: { reference, invoiceId } });
    const responses = await Promise.all([1, 2, 3].map(() => assign(first, invoice.id)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect(await amountsOf(invoice.id)).toEqual([11_900]);
    expect(await auditEntries(testApp, invoice.organizationId, "invoice.paid")).toHaveLength(1);
    const { result } = await assign(second, null);
    expect(result.data.map(({ reference }) => reference)).not.toContain(second);
    const [entry] = await auditEntries(testApp, platformChainId, "platform.bank_entry_dismissed");
    expect(entry?.record.changes).toEqual({ entry: [`${second}: 0.05 EUR`, null] });
  });

  it("refuses unknown entries and invoices, drafts, credited invoices and another currency", async () => {
    const [invoice, chf] = [await invoiceOf(), await invoiceOf({ currency: "CHF" })];
    await insertCreditNote(testApp, invoice);
    const draft = await insertDraft(testApp, invoice.organizationId);
    const reference = nextReference();
    await importAll({ reference, amountCents: 11_900, text: "Ohne Nummer" });
    const codeOf = async (id: string, entry = reference) =>
      (await operator.call(assignBankEntry, { body: { reference: entry, invoiceId: id } })).problem.code;
    expect(await codeOf(invoice.id, "unknown")).toBe("NOT_FOUND");
    expect(await codeOf(crypto.randomUUID())).toBe("NOT_FOUND");
    for (const id of [invoice.id, draft, chf.id]) expect(await codeOf(id)).toBe("CONFLICT");
    expect((await listEntries()).map((entry) => entry.reference)).toContain(reference);
  });
});
