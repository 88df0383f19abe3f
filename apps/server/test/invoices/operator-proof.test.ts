import type { Endpoint } from "@praxisportal/contract/endpoint";
import * as invoices from "@praxisportal/contract/invoices/invoices.endpoints";
import * as payments from "@praxisportal/contract/payments/payments.endpoints";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expireProof, signedInOperator } from "../payments/people.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { month, today } from "./billing.ts";

let testApp: TestApp;
let operator: Awaited<ReturnType<typeof signedInOperator>>;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await signedInOperator(testApp);
  await expireProof(testApp, operator.personId);
});
afterAll(() => testApp.stop());

const params = { invoiceId: uuidV7() };
const rate = { country: "DE", validFrom: "2099-01-01", rateBasisPoints: 2_000 };

/** Calls with a valid body to each endpoint of the operator's invoices and payments that requires a step-up. */
const calls: Record<string, () => Promise<{ status: number; problem: Record<string, unknown> }>> = {
  "invoices.changeOperator": () =>
    operator.call(invoices.changeOperatorProfile, { body: { name: "Musterbetrieb" } }),
  "invoices.addTaxRate": () => operator.call(invoices.addTaxRate, { body: rate }),
  "invoices.removeTaxRate": () =>
    operator.call(invoices.removeTaxRate, { params: { country: "DE", validFrom: "2099-01-01" } }),
  "invoices.startRun": () => operator.call(invoices.startInvoiceRun, { body: { month: month.slice(0, 7) } }),
  "invoices.finalise": () => operator.call(invoices.finalizeInvoice, { params, body: {} }),
  "invoices.discard": () => operator.call(invoices.discardInvoice, { params }),
  "invoices.credit": () =>
    operator.call(invoices.creditInvoice, { params, body: { reason: "Doppelt", invoiceAgain: false } }),
  "invoices.changeLegalHold": () =>
    operator.call(invoices.changeLegalHold, { params, body: { reason: null } }),
  "payments.add": () =>
    operator.call(payments.addPayment, { params, body: { bookedOn: today, amountCents: 100, note: null } }),
  "payments.importStatement": () =>
    operator.call(payments.importStatement, { body: {}, file: Buffer.from("<Document/>") }),
  "payments.assignEntry": () =>
    operator.call(payments.assignBankEntry, { body: { reference: "x", invoiceId: null } }),
  "payments.createDebits": () => operator.call(payments.createDirectDebits),
  "payments.debitFile": () => operator.call(payments.getDirectDebitFile, { params: { fileId: uuidV7() } }),
  "payments.sendReminders": () => operator.call(payments.sendReminders),
};

const declared = [...Object.values<Endpoint>(invoices), ...Object.values<Endpoint>(payments)].filter(
  ({ path, errors }) => path.startsWith("/api/tenant/") && errors.includes("STEP_UP_REQUIRED"),
);

it.each(declared.map(({ name }) => name))(
  "N84 %s is refused without a fresh proof of identity",
  async (name) => {
    const response = await calls[name]?.();
    expect([response?.status, response?.problem["code"]]).toEqual([403, "STEP_UP_REQUIRED"]);
  },
);
