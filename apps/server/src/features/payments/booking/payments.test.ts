import { addPayment } from "@praxisportal/contract/payments/payments.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, makeOrganization, queryRows } from "../../../../test/factories.ts";
import {
  insertCreditNote,
  insertDraft,
  insertFinalInvoice,
  type TestInvoice,
} from "../../../../test/invoices/final-invoice.ts";
import { expireProof, signedInOperator } from "../../../../test/payments/people.ts";
import { organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";

let testApp: TestApp;
let operator: Awaited<ReturnType<typeof signedInOperator>>;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await signedInOperator(testApp);
});
afterAll(() => testApp.stop());

const pay = ({ id }: Pick<TestInvoice, "id">, amountCents: number, overrides: object = {}) =>
  operator.call(addPayment, {
    params: { invoiceId: id },
    body: { bookedOn: "2026-11-20", amountCents, ...overrides },
  });

const invoiceOf = async (dueCents = 11_900) =>
  insertFinalInvoice(testApp, (await makeOrganization(testApp)).id, { dueCents });

const paidEntries = ({ organizationId }: TestInvoice) =>
  auditEntries(testApp, organizationId, "invoice.paid");

describe("POST /api/tenant/invoices/{invoiceId}/payments", () => {
  it("R0-178 books partial payments, and records once that the invoice is paid", async () => {
    const invoice = await invoiceOf();
    const first = await pay(invoice, 1_900, { note: "Anzahlung" });
    expect([first.status, first.result.paidCents]).toEqual([201, 1_900]);
    expect(first.result.payments).toMatchObject([
      { bookedOn: "2026-11-20", amountCents: 1_900, source: "manual", note: "Anzahlung" },
    ]);
    expect(await paidEntries(invoice)).toEqual([]);
    expect((await pay(invoice, 10_000)).result).toMatchObject({ paidCents: 11_900, status: "paid" });
    await pay(invoice, 500);
    const [entry, ...others] = await paidEntries(invoice);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor_id: operator.personId,
      record: { target: { type: "invoice", id: invoice.id } },
    });
    const addedEntries = await auditEntries(testApp, invoice.organizationId, "invoice.payment_added");
    expect(addedEntries.map(({ record }) => record.changes?.["amountCents"])).toEqual([
      [null, 1_900],
      [null, 10_000],
      [null, 500],
    ]);
    // Its payment comes first.
    expect((addedEntries[1]?.record.seq ?? 0) + 1).toBe(entry?.record.seq);
  });

  it("reopens an invoice when money is paid back, and records again when it is paid again", async () => {
    const invoice = await invoiceOf();
    await pay(invoice, 11_900);
    expect((await pay(invoice, -11_900)).result).toMatchObject({ paidCents: 0, status: "overdue" });
    await pay(invoice, 11_900);
    expect(await paidEntries(invoice)).toHaveLength(2);
  });

  it("books parallel payments one after the other, so that exactly one of them completes the payment of the invoice", async () => {
    const invoice = await invoiceOf(10_000);
    const responses = await Promise.all(Array.from({ length: 8 }, () => pay(invoice, 2_500)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(await paidEntries(invoice)).toHaveLength(1);
    expect(await auditEntries(testApp, invoice.organizationId, "invoice.payment_added")).toHaveLength(8);
  });

  it("refuses drafts, credit notes, credited and unknown invoices", async () => {
    const invoice = await invoiceOf();
    const note = await insertCreditNote(testApp, invoice);
    const draft = await insertDraft(testApp, invoice.organizationId);
    const codes = [];
    for (const id of [invoice.id, note.id, draft, crypto.randomUUID()])
      codes.push((await pay({ id }, 100)).problem.code);
    expect(codes).toEqual(["CONFLICT", "CONFLICT", "CONFLICT", "NOT_FOUND"]);
    expect(
      await queryRows(testApp, "select from invoice_payment where organization_id = $1", [
        invoice.organizationId,
      ]),
    ).toEqual([]);
  });

  it("refuses an amount of 0, a day in the future, callers other than the operator, and an old proof of identity", async () => {
    const invoice = await invoiceOf();
    const issueOf = async (amountCents: number, overrides?: object) =>
      (await pay(invoice, amountCents, overrides)).problem.errors?.map(({ path, code }) => `${path} ${code}`);
    expect(await issueOf(0)).toEqual(["amountCents required"]);
    expect(await issueOf(1_000_000_001)).toEqual(["amountCents between"]);
    expect(await issueOf(100, { bookedOn: "2099-01-01" })).toEqual(["bookedOn date"]);
    expect(await issueOf(100, { bookedOn: "2026-02-30" })).toEqual(["bookedOn date"]);
    const { client } = await organizationWith(testApp);
    const byAdmin = await client.call(addPayment, {
      params: { invoiceId: invoice.id },
      body: { bookedOn: "2026-11-20", amountCents: 100 },
    });
    expect(byAdmin.problem.code).toBe("FORBIDDEN");
    const otherOperator = await signedInOperator(testApp);
    await expireProof(testApp, otherOperator.personId);
    const late = await otherOperator.call(addPayment, {
      params: { invoiceId: invoice.id },
      body: { bookedOn: "2026-11-20", amountCents: 100 },
    });
    expect(late.problem.code).toBe("STEP_UP_REQUIRED");
  });

  it("books payments of an erased organization", async () => {
    const invoice = await invoiceOf();
    await queryRows(
      testApp,
      "update organization set status = 'deleted', deleted_at = now(), erased_at = now() where organization_id = $1",
      [invoice.organizationId],
    );
    expect((await pay(invoice, 11_900)).result.status).toBe("paid");
    expect(await paidEntries(invoice)).toHaveLength(1);
  });
});
