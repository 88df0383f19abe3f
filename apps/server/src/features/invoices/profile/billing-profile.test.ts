import {
  changeBillingProfile,
  changeOperatorProfile,
  confirmVatId,
  getBillingProfile,
} from "@praxisportal/contract/invoices/invoices.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { createParties } from "./parties.ts";

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  await operator.call(changeOperatorProfile, { body: { country: "DE" } });
});
afterAll(() => testApp.stop());

const address = { street: "Musterplatz", houseNumber: "3", postalCode: "10115", city: "Musterstadt" };

/** Creates an organization and signs its administrator in. */
async function makePayer() {
  const organization = await makeOrganization(testApp);
  const client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, organization.id, "org_admin"));
  const change = (body: object, version?: number) =>
    client.call(changeBillingProfile, {
      body,
      ...(version !== undefined && { headers: { "if-match": `"${version}"` } }),
    });
  return { ...organization, client, change };
}

const confirm = (id: string, checkedOn: string) =>
  operator.call(confirmVatId, { params: { id }, body: { checkedOn } });

describe("GET /api/billing/profile", () => {
  it("returns the organization's own data while nothing is entered, and the missing fields", async () => {
    const { id, name, client } = await makePayer();
    const { result } = await client.call(getBillingProfile);
    expect(result).toMatchObject({
      name: null,
      country: null,
      email: null,
      vatIdCheckedOn: null,
      mandate: null,
      defaults: { name, country: "DE", email: null },
      missing: ["street", "postalCode", "city", "email"],
      updatedAt: null,
      version: 0,
    });
    await queryRows(
      testApp,
      `update organization set details = '{"billingEmail": "rechnung@example.org"}' where organization_id = $1`,
      [id],
    );
    const second = (await client.call(getBillingProfile)).result;
    expect(second.defaults.email).toBe("rechnung@example.org");
    expect(second.missing).toEqual(["street", "postalCode", "city"]);
  });

  it("needs a VAT ID of its own country for reverse charge only", async () => {
    const { client, change } = await makePayer();
    await change({ ...address, email: "rechnung@example.org" });
    const missingFields = async () => (await client.call(getBillingProfile)).result.missing;
    expect(await missingFields()).toEqual([]);
    await change({ country: "AT" });
    expect(await missingFields()).toEqual(["vatId"]);
    await change({ vatId: "DE 123.456.789" });
    expect(await missingFields()).toEqual(["vatId"]);
    await change({ vatId: "atu12345678" });
    expect(await missingFields()).toEqual([]);
    await change({ country: "CH", vatId: null });
    expect(await missingFields()).toEqual([]);
  });
});

describe("PUT /api/billing/profile", () => {
  it("changes the differing fields, once per version, with an entry that contains no name or address of a person", async () => {
    const { id, client, change } = await makePayer();
    const update = await change({ ...address, contactName: "Erika Muster", vatId: "DE123456789" }, 0);
    expect(update.result).toMatchObject({ ...address, vatId: "DE123456789", version: 1 });
    expect(update.result.updatedAt).not.toBeNull();
    // The same values change nothing.
    expect((await change({ ...address }, 1)).result.version).toBe(1);
    expect((await change({ city: "Beispielstadt" }, 0)).problem.code).toBe("PRECONDITION_FAILED");
    expect((await change({ city: null, email: " Rechnung@Example.ORG " })).result).toMatchObject({
      city: null,
      email: "rechnung@example.org",
      version: 2,
    });
    expect((await client.call(getBillingProfile)).result.version).toBe(2);
    const entries = await auditEntries(testApp, id, "billing.profile_changed");
    expect(entries.map(({ record }) => record.changes)).toEqual([
      {
        street: [null, "Musterplatz"],
        houseNumber: [null, "3"],
        postalCode: [null, "10115"],
        city: [null, "Musterstadt"],
        contactName: ["•", "•"],
        vatId: [null, "DE123456789"],
      },
      { city: ["Musterstadt", null], email: ["•", "•"] },
    ]);
  });

  it.each([
    ["a text that is not a country code", { country: "Germany" }, "country"],
    ["a VAT ID without a country", { vatId: "123456789" }, "vatId"],
    ["an address that is not an e-mail address", { email: "rechnung" }, "email"],
    ["an empty street", { street: "  " }, "street"],
    ["two lines", { name: "Praxis\nMuster" }, "name"],
    ["a field of the operator", { iban: "DE02120300000000202051" }, "iban"],
  ])("refuses %s", async (_what, body, path) => {
    const { change } = await makePayer();
    const { problem } = await change(body);
    expect([problem.status, problem.errors?.map((issue) => issue.path)]).toEqual([400, [path]]);
  });

  it("is refused without billing:write, and changes no other organization", async () => {
    const { id } = await makePayer();
    const viewer = new TestClient(testApp);
    await viewer.signIn(await makeMember(testApp, id, "viewer"));
    expect((await viewer.call(changeBillingProfile, { body: { city: "X" } })).problem.code).toBe("FORBIDDEN");
    expect((await viewer.call(getBillingProfile)).problem.code).toBe("FORBIDDEN");
    const otherSetup = await makePayer();
    await otherSetup.change({ city: "Anderswo" });
    expect(
      await queryRows(testApp, "select 1 from billing_profile where organization_id = $1", [id]),
    ).toEqual([]);
  });

  it("counts each of ten concurrent changes", async () => {
    const { change } = await makePayer();
    await Promise.all(Array.from({ length: 10 }, (_, index) => change({ city: `Stadt ${index}` })));
    expect((await change({ city: "Musterstadt" })).result.version).toBe(11);
  });
});

describe("PUT /api/tenant/organizations/{id}/billing/vat-id", () => {
  it("records the day, which another VAT ID clears", async () => {
    const { id, change } = await makePayer();
    expect((await confirm(id, "2026-11-01")).problem.code).toBe("CONFLICT");
    await change({ vatId: "DE123456789" });
    const confirmation = (await confirm(id, "2026-11-01")).result;
    expect(confirmation).toMatchObject({ vatIdCheckedOn: "2026-11-01", version: 2 });
    expect((await confirm(id, "2026-11-01")).result.version).toBe(2);
    expect((await change({ city: "Musterstadt" })).result.vatIdCheckedOn).toBe("2026-11-01");
    expect((await change({ vatId: "DE123456788" })).result.vatIdCheckedOn).toBeNull();
    const entries = await auditEntries(testApp, id, "billing.profile_changed");
    expect(entries[1]?.record.changes).toEqual({ vatIdCheckedOn: [null, "2026-11-01"] });
  });

  it("refuses a future day, another caller and an unknown organization", async () => {
    const { id, client, change } = await makePayer();
    await change({ vatId: "DE123456789" });
    expect((await confirm(id, "2999-01-01")).problem).toMatchObject({
      status: 400,
      errors: [{ path: "checkedOn", code: "date" }],
    });
    const body = { checkedOn: "2026-11-01" };
    expect((await client.call(confirmVatId, { params: { id }, body })).problem.code).toBe("FORBIDDEN");
    const unknownId = "00000000-0000-7000-8000-000000000000";
    expect((await confirm(unknownId, "2026-11-01")).problem.code).toBe("NOT_FOUND");
  });
});

describe("the buyer of an invoice", () => {
  it("is the organization, with the values of its billing profile where it has any", async () => {
    const { id, name, change } = await makePayer();
    const { buyerOf } = createParties(testApp.app.platformDb);
    const [{ practice_code } = { practice_code: "" }] = await queryRows<{ practice_code: string }>(
      testApp,
      "select practice_code from organization where organization_id = $1",
      [id],
    );
    expect(await buyerOf(id)).toMatchObject({
      buyer: { name, electronicAddress: null, customerNumber: practice_code },
      missing: ["buyer.street", "buyer.postalCode", "buyer.city", "buyer.email"],
      language: "de",
      mandate: null,
    });
    await change({
      ...address,
      addition: "Hinterhaus",
      email: "rechnung@example.org",
      buyerReference: "04011000-1",
    });
    await queryRows(
      testApp,
      `update billing_profile set mandate_reference = 'M-1', mandate_holder = 'Praxis', mandate_iban = '\\x00',
         mandate_iban_masked = 'DE•• •••• 2051', mandate_signed_on = '2026-11-01' where organization_id = $1`,
      [id],
    );
    expect(await buyerOf(id)).toEqual({
      buyer: {
        name,
        contactName: null,
        address: { ...address, addition: "Hinterhaus", country: "DE" },
        vatId: null,
        electronicAddress: "rechnung@example.org",
        customerNumber: practice_code,
      },
      missing: [],
      buyerReference: "04011000-1",
      language: "de",
      mandate: { reference: "M-1", holder: "Praxis", iban: "DE•• •••• 2051", signedOn: "2026-11-01" },
    });
  });
});
