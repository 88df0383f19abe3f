import { getUnpaidInvoices, listInvoices } from "@praxisportal/contract/invoices/invoices.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { insertFinalInvoice } from "../../../../test/invoices/final-invoice.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

it("see R0-86 the amount to be paid counts every invoice of the organization, including those beyond a page of the list", async () => {
  const { id } = await makeOrganization(testApp);
  const { id: other } = await makeOrganization(testApp);
  const admin = new TestClient(testApp, "browser");
  await admin.signIn(await makeMember(testApp, id, "org_admin"));
  expect((await admin.call(getUnpaidInvoices)).result).toEqual({
    open: { count: 0, sums: [], dueOn: null },
    overdue: { count: 0, sums: [], dueOn: null },
  });

  // A page of the list has at most 100.
  const count = 101;
  for (let index = 0; index < count; index += 1)
    await insertFinalInvoice(testApp, id, { dueCents: 1_000, dueOn: "2099-02-01" });
  await insertFinalInvoice(testApp, id, { dueCents: 250, dueOn: "2099-01-15", currency: "CHF" });
  const late = await insertFinalInvoice(testApp, id, { dueCents: 5_000, dueOn: "2020-03-01" });
  const paidInvoice = await insertFinalInvoice(testApp, id, { dueCents: 700, dueOn: "2020-04-01" });
  await insertFinalInvoice(testApp, other, { dueCents: 9_000, dueOn: "2020-01-01" });
  for (const [invoice, cents] of [
    [late, 2_000],
    [paidInvoice, 700],
  ] as const) {
    await queryRows(
      testApp,
      `insert into invoice_payment (organization_id, id, invoice_id, booked_on, amount_cents, source)
       values ($1, gen_random_uuid(), $2, '2020-03-05', $3, 'manual')`,
      [id, invoice.id, cents],
    );
  }

  expect((await admin.call(getUnpaidInvoices)).result).toEqual({
    open: {
      count: count + 1,
      sums: [
        { currency: "CHF", openCents: 250 },
        { currency: "EUR", openCents: count * 1_000 },
      ],
      dueOn: "2099-01-15",
    },
    overdue: { count: 1, sums: [{ currency: "EUR", openCents: 3_000 }], dueOn: "2020-03-01" },
  });
  const { data } = (await admin.call(listInvoices, { query: { status: "unpaid", limit: "100" } })).result;
  expect(data).toHaveLength(100);
});
