import {
  addPayment,
  createDirectDebits,
  getDirectDebitFile,
  listDirectDebits,
} from "@praxisportal/contract/payments/payments.endpoints";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { insertCreditNote, insertFinalInvoice } from "../../../../test/invoices/final-invoice.ts";
import { debtorIban, giveMandate, insertDebitInvoice } from "../../../../test/payments/debit-invoice.ts";
import { enterOperatorAccount } from "../../../../test/payments/operator-account.ts";
import { expireProof, signedInOperator } from "../../../../test/payments/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";

let testApp: TestApp;
let operator: Awaited<ReturnType<typeof signedInOperator>>;
// A file contains the due invoices of all organizations, so each test starts its own portal.
beforeEach(async () => {
  testApp = await createTestApp();
  operator = await signedInOperator(testApp);
  await enterOperatorAccount(testApp);
});
afterEach(() => testApp.stop());

const debitInvoice = async (overrides: Parameters<typeof insertDebitInvoice>[2] = {}) =>
  insertDebitInvoice(testApp, (await makeOrganization(testApp)).id, overrides);

async function downloadFile(fileId: string): Promise<string> {
  const response = await operator.fetch(`/api/tenant/billing/direct-debits/${fileId}/file`);
  expect(response.status).toBe(200);
  return response.text();
}

const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, "g"))].map(([, value]) => value);

describe("files of direct debits", () => {
  it("see R0-176 R0-177 contain mandate, account, address and amount of each open invoice, and are stored sealed", async () => {
    const invoice = await debitInvoice({ reference: "MANDAT-1", collectionDate: "2026-11-16" });
    const body = { bookedOn: "2026-11-20", amountCents: 1_900 };
    await operator.call(addPayment, { params: { invoiceId: invoice.id }, body });
    expect((await operator.call(listDirectDebits)).result).toEqual({
      data: [],
      due: { debits: 1, totalCents: 10_000 },
    });
    const { status, result } = await operator.call(createDirectDebits);
    expect([status, result.debits, result.totalCents]).toEqual([201, 1, 10_000]);
    expect(result.messageId).toMatch(/^LS-20\d\d-000001$/);

    const xml = await downloadFile(result.id);
    expect(valuesOf(xml, "EndToEndId")).toEqual([invoice.number]);
    expect(valuesOf(xml, "InstdAmt")).toEqual(["100.00"]);
    expect(valuesOf(xml, "MndtId")).toEqual(["MANDAT-1"]);
    expect(valuesOf(xml, "DtOfSgntr")).toEqual(["2026-01-15"]);
    expect(valuesOf(xml, "IBAN").at(-1)).toBe(debtorIban);
    expect(valuesOf(xml, "Nm").at(-1)).toBe("Praxis Mueller");
    expect(valuesOf(xml, "StrtNm")).toEqual(["Beispielstrasse", "Musterplatz"]);
    expect(valuesOf(xml, "BldgNb")).toEqual(["1", "2"]);
    // The announced day is over, so the next working day is used.
    const today = new Date().toISOString().slice(0, 10);
    expect(valuesOf(xml, "ReqdColltnDt")[0]?.localeCompare(today)).toBe(1);

    const [stored] = await queryRows<{ content: Buffer }>(testApp, "select content from direct_debit_file");
    expect(stored?.content.includes(debtorIban)).toBe(false);
    expect((await operator.call(listDirectDebits)).result).toEqual({
      data: [result],
      due: { debits: 0, totalCents: 0 },
    });
    for (const action of ["platform.debits_exported", "platform.debits_downloaded"]) {
      const [entry, ...others] = await auditEntries(testApp, platformChainId, action);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        actor_id: operator.personId,
        record: { changes: { messageId: [null, result.messageId] } },
      });
    }
  });

  it("collect an invoice once, even when two files are made at the same time, and number their files", async () => {
    await debitInvoice();
    const responses = await Promise.all([1, 2, 3].map(() => operator.call(createDirectDebits)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    await debitInvoice();
    const { result } = await operator.call(createDirectDebits);
    expect(result.messageId).toMatch(/-000002$/);
    const { data } = (await operator.call(listDirectDebits)).result;
    expect(data.map(({ messageId }) => messageId.slice(-1))).toEqual(["2", "1"]);
  });

  it("announce the first collection of a mandate once", async () => {
    const { id } = await makeOrganization(testApp);
    await insertDebitInvoice(testApp, id);
    await insertDebitInvoice(testApp, id);
    const sequencesOf = async () => {
      const { result } = await operator.call(createDirectDebits);
      return valuesOf(await downloadFile(result.id), "SeqTp");
    };
    expect(await sequencesOf()).toEqual(["FRST", "RCUR"]);
    await insertDebitInvoice(testApp, id);
    expect(await sequencesOf()).toEqual(["RCUR"]);
    await insertDebitInvoice(testApp, id, { reference: "MANDAT-NEU" });
    expect(await sequencesOf()).toEqual(["FRST"]);
  });

  it("leave out invoices that are paid, credited, paid by transfer or in another currency, and those of another mandate", async () => {
    const paidInvoice = await debitInvoice();
    const body = { bookedOn: "2026-11-20", amountCents: 11_900 };
    await operator.call(addPayment, { params: { invoiceId: paidInvoice.id }, body });
    await insertCreditNote(testApp, await debitInvoice());
    await insertFinalInvoice(testApp, paidInvoice.organizationId);
    await debitInvoice({ currency: "CHF" });
    // The invoice announces another mandate than the current one, or the collection is too far ahead for a bank.
    const replacedMandate = await debitInvoice({ reference: "MANDAT-ALT" });
    await giveMandate(testApp, replacedMandate.organizationId, "MANDAT-NEU");
    await debitInvoice({ collectionDate: "2099-01-01" });
    const withdrawn = await debitInvoice();
    await queryRows(testApp, "delete from billing_profile where organization_id = $1", [
      withdrawn.organizationId,
    ]);
    expect((await operator.call(listDirectDebits)).result.due).toEqual({ debits: 0, totalCents: 0 });
    expect((await operator.call(createDirectDebits)).problem.code).toBe("CONFLICT");
  });

  it("require a complete operator profile and a fresh proof of identity; an unknown file is not found", async () => {
    await debitInvoice();
    await enterOperatorAccount(testApp, { creditorId: null });
    const { problem } = await operator.call(createDirectDebits);
    expect(problem).toMatchObject({ code: "INVOICE_INCOMPLETE", missing: ["operator.creditorId"] });
    await queryRows(testApp, "update operator_profile set iban = null, city = null");
    expect((await operator.call(createDirectDebits)).problem["missing"]).toEqual([
      "operator.city",
      "operator.iban",
      "operator.creditorId",
    ]);
    await enterOperatorAccount(testApp);
    const fileId = (await operator.call(createDirectDebits)).result.id;
    expect(
      (await operator.call(getDirectDebitFile, { params: { fileId: crypto.randomUUID() } })).problem.code,
    ).toBe("NOT_FOUND");
    await expireProof(testApp, operator.personId);
    expect((await operator.call(createDirectDebits)).problem.code).toBe("STEP_UP_REQUIRED");
    expect((await operator.call(getDirectDebitFile, { params: { fileId } })).problem.code).toBe(
      "STEP_UP_REQUIRED",
    );
  });
});
