import {
  finalizeInvoice,
  getAnyInvoice,
  getBillingSummary,
  recalculateInvoice,
  startInvoiceRun,
} from "@praxisportal/contract/invoices/invoices.endpoints";
import { changeTenantPlan, previewTenantPlan } from "@praxisportal/contract/tenants/tenants.endpoints";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { platformClient } from "../../../../test/ai/ai.ts";
import { bookCall, makeProviders } from "../../../../test/ai/ai-calls.ts";
import { auditEntries, queryRows } from "../../../../test/factories.ts";
import {
  billedOrganization,
  completeOperator,
  draftOf,
  finalInvoice,
  invoicesOf,
  month,
  runInvoices,
  runJob,
  today,
} from "../../../../test/invoices/billing.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { addDays, addMonths } from "../../../directory/plan-charges/days.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";

let testApp: TestApp;
let operator: Awaited<ReturnType<typeof platformClient>>;
beforeAll(async () => {
  testApp = await createTestApp();
  await makeProviders(testApp, "probe");
  operator = await platformClient(testApp);
  await completeOperator(testApp);
});
afterAll(() => testApp.stop());

const lastMonth = addMonths(month, -1);
const dayMs = 86_400_000;

const detailOf = async (invoiceId: string) =>
  (await operator.call(getAnyInvoice, { params: { invoiceId } })).result;

it("R0-156 a monthly run creates one invoice per organization, with the coming plan term and the past AI use", async () => {
  const { id, member } = await billedOrganization(testApp);
  const owner = { organizationId: id, personId: member.personId };
  await bookCall(testApp, owner, { localDay: lastMonth, costMicros: 15_004_999n });
  // Usage of the current month belongs to the next invoice.
  await bookCall(testApp, owner, { localDay: month, costMicros: 99_000_000n });

  const second = await billedOrganization(testApp);
  await runInvoices(testApp, operator);

  for (const organization of [id, second.id])
    expect(await invoicesOf(operator, organization)).toHaveLength(1);
  const draft = await draftOf(operator, id);
  const { lines } = await detailOf(draft.id);
  const lastDay = addDays(addMonths(month, 1), -1);
  expect(lines.map(({ text, netCents, period }) => [text, netCents, period])).toEqual([
    // The month before was not invoiced when it began.
    ["Tarif Basic", 4900, { from: lastMonth, to: addDays(month, -1) }],
    ["Tarif Basic", 4900, { from: month, to: lastDay }],
    ["KI-Verbrauch über dem enthaltenen Betrag", 500, { from: lastMonth, to: addDays(month, -1) }],
  ]);
  expect(draft).toMatchObject({ netCents: 10_300, taxCents: 1957, grossCents: 12_257, status: "draft" });
  expect(await auditEntries(testApp, platformChainId, "platform.invoice_run_started")).toHaveLength(1);
});

it("R0-157 a repeated run creates nothing new, and two concurrent runs are refused", async () => {
  const { id } = await billedOrganization(testApp);
  await runInvoices(testApp, operator);
  const before = await invoicesOf(operator, id);
  expect(before).toHaveLength(1);

  const { created } = await runInvoices(testApp, operator);

  expect(created).toBe(0);
  expect(await invoicesOf(operator, id)).toEqual(before);
  await queryRows(
    testApp,
    "insert into invoice_run (id, month, leased_until) values (gen_random_uuid(), $1, now() + interval '1 hour')",
    [month],
  );
  const refusal = await operator.call(startInvoiceRun, { body: { month: month.slice(0, 7) } });
  expect([refusal.status, refusal.problem.code]).toEqual([409, "CONFLICT"]);
  await queryRows(testApp, "update invoice_run set state = 'finished' where state = 'running'");
});

it("a run for a month that has not begun, or for an invalid month, is refused", async () => {
  const later = await operator.call(startInvoiceRun, { body: { month: addMonths(month, 1).slice(0, 7) } });
  expect([later.status, later.problem.code]).toEqual([409, "CONFLICT"]);
  for (const wrong of ["2026-13", "2026-1", "26-01", "", 202_601, null])
    expect((await operator.call(startInvoiceRun, { body: { month: wrong } })).status).toBe(400);
});

it("R0-295 an organization in its trial gets no invoice, and the days of its trial are never charged", async () => {
  const inTrial = await billedOrganization(testApp);
  await queryRows(testApp, "update organization set status = 'trial' where organization_id = $1", [
    inTrial.id,
  ]);
  await queryRows(testApp, "update subscription set is_trial = true where organization_id = $1", [
    inTrial.id,
  ]);
  await bookCall(
    testApp,
    { organizationId: inTrial.id, personId: inTrial.member.personId },
    { localDay: lastMonth, costMicros: 80_000_000n },
  );

  await runInvoices(testApp, operator);
  expect(await invoicesOf(operator, inTrial.id)).toEqual([]);

  // The trial ends with a plan today.
  await queryRows(testApp, "update organization set status = 'active' where organization_id = $1", [
    inTrial.id,
  ]);
  await runInvoices(testApp, operator);
  const draft = await draftOf(operator, inTrial.id);
  const { lines } = await detailOf(draft.id);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.netCents).toBeLessThanOrEqual(4900);
  expect(lines[0]?.period?.from).toBe(today);
});

it("R0-158 a draft becomes final three days later, unless calls without a price or missing data hold it", async () => {
  const ready = await billedOrganization(testApp);
  const unpricedOrganization = await billedOrganization(testApp);
  const withoutCity = await billedOrganization(testApp, { profile: { city: null } });
  await bookCall(
    testApp,
    { organizationId: unpricedOrganization.id, personId: unpricedOrganization.member.personId },
    { localDay: lastMonth, costMicros: null as never },
  );
  await runInvoices(testApp, operator);
  const draft = await draftOf(operator, ready.id);
  const ageMs = Date.parse(draft.finaliseAt ?? "") - Date.parse(draft.createdAt);
  expect(ageMs / dayMs).toBeCloseTo(3, 3);

  await runJob(testApp, "invoice-finalise");
  expect((await draftOf(operator, ready.id)).status).toBe("draft");

  await queryRows(
    testApp,
    "update invoice set finalise_at = now() - interval '1 second' where state = 'draft'",
  );
  await runJob(testApp, "invoice-finalise");

  expect(await invoicesOf(operator, ready.id)).toMatchObject([
    { status: "open", number: expect.stringMatching(/^RE-20\d\d-\d{6}$/) },
  ]);
  expect(await draftOf(operator, unpricedOrganization.id)).toMatchObject({
    status: "held",
    held: [{ reason: "unpriced_calls", missing: [] }],
  });
  expect(await draftOf(operator, withoutCity.id)).toMatchObject({
    status: "held",
    held: [{ reason: "buyer_data", missing: ["buyer.city"] }],
  });
  const { result: summary } = await operator.call(getBillingSummary);
  expect(summary.held.count).toBe(2);

  // With its data the draft becomes final in the next hour.
  await queryRows(testApp, "update billing_profile set city = 'Musterstadt' where organization_id = $1", [
    withoutCity.id,
  ]);
  await runJob(testApp, "invoice-finalise");
  expect(await invoicesOf(operator, withoutCity.id)).toMatchObject([{ status: "open" }]);

  // Missing data of the operator hold a draft as well.
  const waiting = await billedOrganization(testApp);
  await runInvoices(testApp, operator);
  await completeOperator(testApp, { iban: null });
  await queryRows(
    testApp,
    "update invoice set finalise_at = now() - interval '1 second' where state = 'draft'",
  );
  await runJob(testApp, "invoice-finalise");
  expect(await draftOf(operator, waiting.id)).toMatchObject({
    status: "held",
    held: [{ reason: "operator_data", missing: ["operator.iban"] }],
  });
  await completeOperator(testApp);
});

it("R0-155 an invoice with calls that have no price becomes final only after confirmation", async () => {
  const { id, member } = await billedOrganization(testApp);
  await bookCall(
    testApp,
    { organizationId: id, personId: member.personId },
    { localDay: lastMonth, costMicros: null as never },
  );
  await runInvoices(testApp, operator);
  const draft = await draftOf(operator, id);
  expect(draft.unpricedCalls).toBe(1);
  const params = { invoiceId: draft.id };

  const refusal = await operator.call(finalizeInvoice, { params, body: {} });
  expect([refusal.status, refusal.problem.code]).toEqual([409, "INVOICE_UNPRICED"]);
  expect(refusal.problem).toMatchObject({ calls: 1 });
  const unconfirmedResponse = await operator.call(finalizeInvoice, {
    params,
    body: { confirmUnpriced: false },
  });
  expect([unconfirmedResponse.status, unconfirmedResponse.problem.code]).toEqual([409, "INVOICE_UNPRICED"]);
  // Nor does it become final by itself.
  await queryRows(testApp, "update invoice set finalise_at = now() - interval '1 second' where id = $1", [
    draft.id,
  ]);
  await runJob(testApp, "invoice-finalise");
  expect(await draftOf(operator, id)).toMatchObject({ id: draft.id, status: "held" });

  const { result } = await operator.call(finalizeInvoice, { params, body: { confirmUnpriced: true } });
  expect(result.status).toBe("open");
});

it("R0-154 see R0-152 usage that is booked late is part of the next invoice, and only once", async () => {
  const { id, member } = await billedOrganization(testApp, { since: addMonths(month, -2) });
  const owner = { organizationId: id, personId: member.personId };
  await bookCall(testApp, owner, { localDay: lastMonth, costMicros: 12_000_000n });
  const final = await finalInvoice(testApp, operator, id);
  const overage = (lines: typeof final.lines) =>
    lines.filter(({ text }) => text.startsWith("KI-Verbrauch")).map(({ netCents }) => netCents);
  expect(overage(final.lines)).toEqual([200]);

  await bookCall(testApp, owner, { localDay: lastMonth, costMicros: 3_500_000n });
  expect(overage((await detailOf(final.id)).lines)).toEqual([200]);
  // The invoice of the next month, as if it were that month already.
  await queryRows(
    testApp,
    "update invoice set finalise_at = now() where organization_id = $1 and state = 'draft'",
    [id],
  );
  await queryRows(
    testApp,
    `insert into invoice (organization_id, id, kind, month, currency, net_cents, tax_cents, gross_cents, due_cents,
       organization_name, finalise_at)
     values ($1, gen_random_uuid(), 'invoice', $2, 'EUR', 0, 0, 0, 0, 'Probe', now() + interval '3 days')`,
    [id, addMonths(month, 1)],
  );
  const next = await draftOf(operator, id);
  await operator.call(recalculateInvoice, { params: { invoiceId: next.id } });
  const { lines } = await detailOf(next.id);
  expect(
    lines.filter(({ text }) => text === "KI-Verbrauch, Nachbuchung").map(({ netCents }) => netCents),
  ).toEqual([350]);

  await operator.call(recalculateInvoice, { params: { invoiceId: next.id } });
  expect((await detailOf(next.id)).lines).toEqual(lines);
});

/** Sells every plan by the year as well, from yesterday until the test ends. */
async function sellByTheYear(): Promise<void> {
  const day = "current_date - 1";
  const limits = "max_users, monthly_tokens, storage_bytes";
  await queryRows(
    testApp,
    `insert into plan (name, valid_from, ${limits})
     select distinct on (name) name, ${day}, ${limits} from plan where valid_from < ${day}
     order by name, valid_from desc`,
  );
  await queryRows(
    testApp,
    `insert into plan_price (name, valid_from, currency, monthly_micro, yearly_micro, included_ai_micro)
     select distinct on (name, currency) name, ${day}, currency, monthly_micro, monthly_micro * 11, included_ai_micro
     from plan_price where valid_from < ${day} order by name, currency, valid_from desc`,
  );
  onTestFinished(async () => {
    await queryRows(testApp, `delete from plan_price where valid_from = ${day}`);
    await queryRows(testApp, `delete from plan where valid_from = ${day}`);
  });
}

it.each([
  { plan: "professional" },
  { plan: "professional", term: "year" },
  { plan: "basic", term: "year" },
  { plan: "enterprise", term: "year" },
] as const)(
  "R0-149 the preview of a plan equals the plan lines of the invoice when it is confirmed the same day: %j",
  async (chosen) => {
    await sellByTheYear();
    const { id, client } = await billedOrganization(testApp);
    await finalInvoice(testApp, operator, id);
    const { result: preview } = await client.call(previewTenantPlan, { params: { id }, query: chosen });
    expect(preview.applies).toBe("now");
    await client.call(changeTenantPlan, { params: { id }, body: chosen });

    await queryRows(
      testApp,
      `insert into invoice (organization_id, id, kind, month, attempt, currency, net_cents, tax_cents, gross_cents,
       due_cents, organization_name, finalise_at)
     values ($1, gen_random_uuid(), 'invoice', $2, 1, 'EUR', 0, 0, 0, 0, 'Probe', now() + interval '3 days')`,
      [id, month],
    );
    const draft = await draftOf(operator, id);
    const { result } = await operator.call(recalculateInvoice, { params: { invoiceId: draft.id } });

    expect(
      result.lines
        .map(({ netCents, period }) => ({ cents: netCents, ...period }))
        .toSorted((a, b) => a.cents - b.cents),
    ).toEqual(
      preview.lines.map(({ cents, from, to }) => ({ cents, from, to })).toSorted((a, b) => a.cents - b.cents),
    );
    expect(result.netCents).toBe(preview.totalCents);
    expect(preview.taxes.map(({ exemption, ...tax }) => ({ ...tax, exemptionReason: exemption }))).toEqual(
      result.taxes,
    );
    expect([preview.grossCents, preview.taxMissing]).toEqual([result.grossCents, []]);
  },
);
