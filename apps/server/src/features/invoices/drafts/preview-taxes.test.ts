import { previewTenantPlan } from "@praxisportal/contract/tenants/tenants.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { queryRows } from "../../../../test/factories.ts";
import { billedOrganization, completeOperator } from "../../../../test/invoices/billing.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

/** Previews the change of a practice from Basic to Professional next month. */
async function previewIn(country: string, vatId: string | null = null) {
  const { id, client } = await billedOrganization(test, {
    plan: "professional",
    profile: { country, vat_id: vatId },
  });
  const query = { plan: "basic" } as const;
  const { result } = await client.call(previewTenantPlan, { params: { id }, query });
  const { totalCents, taxes, grossCents, taxMissing } = result;
  expect(totalCents).toBe(4_900);
  return { taxes, grossCents, taxMissing };
}

const untaxed = (exemption: string) => ({
  taxes: [{ rateBasisPoints: 0, basisCents: 4_900, taxCents: 0, exemption }],
  grossCents: 4_900,
  taxMissing: [],
});
const unknownTax = (field: string) => ({ taxes: [], grossCents: null, taxMissing: [field] });

it("see R0-164 the preview of a plan contains the domestic VAT and the gross total", async () => {
  await completeOperator(test);
  expect(await previewIn("DE")).toEqual({
    taxes: [{ rateBasisPoints: 1_900, basisCents: 4_900, taxCents: 931, exemption: null }],
    grossCents: 5_831,
    taxMissing: [],
  });
});

it("see R0-165 the preview of a plan names reverse charge, and the VAT ID that it needs", async () => {
  await completeOperator(test);
  expect(await previewIn("AT", "ATU12345678")).toEqual(untaxed("reverseCharge"));
  expect(await previewIn("AT")).toEqual(unknownTax("buyer.vatId"));
});

it("see R0-167 the preview of a plan follows the operator's rule for third countries", async () => {
  await completeOperator(test);
  expect(await previewIn("CH")).toEqual(untaxed("outsideScope"));
  await completeOperator(test, { third_country: "export" });
  expect(await previewIn("CH")).toEqual(untaxed("export"));
});

it("the preview of a plan follows a rate that the operator added, and has no VAT without the operator's country", async () => {
  await completeOperator(test);
  await queryRows(
    test,
    "insert into tax_rate (country, valid_from, rate_basis_points) values ('DE', '2024-01-01', 2150)",
  );
  expect(await previewIn("DE")).toMatchObject({
    taxes: [{ rateBasisPoints: 2_150, taxCents: 1_054 }],
    grossCents: 5_954,
  });
  await completeOperator(test, { country: null });
  expect(await previewIn("DE")).toEqual(unknownTax("operator.country"));
});
