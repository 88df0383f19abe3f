import {
  addTaxRate,
  changeOperatorProfile,
  getOperatorProfile,
  listTaxRates,
  removeTaxRate,
} from "@praxisportal/contract/invoices/invoices.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import { createParties } from "../profile/parties.ts";

let testApp: TestApp;
let operator: TestClient;
let personId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = new TestClient(testApp);
  const account = await makePlatformAccount(testApp, "super_admin");
  personId = account.personId;
  await operator.signIn(account);
});
afterAll(() => testApp.stop());

const masterData = {
  name: "Praxisportal Betrieb GmbH",
  street: "Beispielstraße",
  houseNumber: "1",
  postalCode: "00000",
  city: "Musterstadt",
  country: "DE",
  taxNumber: "12/345/67890",
  contactName: "Erika Muster",
  contactPhone: "+49 30 000000",
  contactEmail: "rechnung@example.org",
  iban: "DE02 1203 0000 0000 2020 51",
};

const change = (body: object, version?: number) =>
  operator.call(changeOperatorProfile, {
    body,
    ...(version !== undefined && { headers: { "if-match": `"${version}"` } }),
  });

/** Runs calls as if the last proof of identity were eleven minutes old. */
async function withoutStepUp(work: () => Promise<void>): Promise<void> {
  const setProofTime = async (time: string) => {
    await queryRows(testApp, `update session set authenticated_at = ${time} where person_id = $1`, [
      personId,
    ]);
    testApp.app.callers.cache.forgetAll();
  };
  await setProofTime("now() - interval '11 minutes'");
  await work();
  await setProofTime("now()");
}

describe("the operator profile", () => {
  it("is empty at first, and lists the fields that final invoices need", async () => {
    const { result } = await operator.call(getOperatorProfile);
    expect(result).toMatchObject({
      name: null,
      country: null,
      thirdCountry: "outside_scope",
      billedFrom: expect.stringMatching(/^\d{4}-\d{2}-01$/),
      paymentDays: 14,
      debitNoticeDays: 14,
      reminderTexts: [],
      updatedAt: null,
      version: 0,
    });
    const requiredFields = ["name", "street", "postalCode", "city", "country", "vatId"];
    expect(result.missing).toEqual([
      ...requiredFields,
      "contactName",
      "contactPhone",
      "contactEmail",
      "iban",
    ]);
    const { sellerOf } = createParties(testApp.app.platformDb);
    const missingFields = result.missing.map((field) => `operator.${field}`);
    expect(await sellerOf()).toMatchObject({ seller: null, missing: missingFields, country: null });
  });

  it("is changed after a step-up, once per version, and recorded in the log of the platform", async () => {
    await withoutStepUp(async () => {
      expect((await change(masterData)).problem.code).toBe("STEP_UP_REQUIRED");
    });
    const profile = (await change(masterData, 0)).result;
    expect(profile).toMatchObject({
      ...masterData,
      iban: "DE02120300000000202051",
      missing: [],
      version: 1,
    });
    expect((await change(masterData, 1)).result.version).toBe(1);
    expect((await change({ name: "Andere GmbH" }, 0)).problem.code).toBe("PRECONDITION_FAILED");
    const entries = await auditEntries(testApp, platformChainId, "platform.billing_changed");
    expect(entries).toHaveLength(1);
    expect(entries[0]?.record.changes).toMatchObject({
      iban: [null, "DE02120300000000202051"],
      contactName: ["•", "•"],
    });
    const { sellerOf } = createParties(testApp.app.platformDb);
    expect(await sellerOf()).toMatchObject({
      seller: {
        name: masterData.name,
        address: { street: "Beispielstraße", houseNumber: "1", addition: null, country: "DE" },
        vatId: null,
        taxNumber: "12/345/67890",
        contact: { name: "Erika Muster", phone: "+49 30 000000", email: "rechnung@example.org" },
        electronicAddress: "rechnung@example.org",
      },
      missing: [],
      iban: "DE02120300000000202051",
      creditorId: null,
      thirdCountry: "outside_scope",
      paymentDays: 14,
    });
  });

  it("requires correct check digits in IBAN and creditor identifier", async () => {
    const { problem } = await change({ iban: "DE02120300000000202052", creditorId: "DE97ZZZ09999999999" });
    expect(problem).toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
      errors: [
        { path: "iban", code: "invalidFormat" },
        { path: "creditorId", code: "invalidFormat" },
      ],
    });
    expect((await change({ creditorId: "de98 zzz 09999999999" })).result.creditorId).toBe(
      "DE98ZZZ09999999999",
    );
    expect((await change({ creditorId: null })).result.creditorId).toBeNull();
  });

  it("see R5-22 has texts of reminders by level and language, each once", async () => {
    const texts = [
      { level: 2, language: "de", text: "Bitte zahlen Sie." },
      { level: 1, language: "fr", text: "Veuillez payer." },
    ];
    const storedProfile = (await change({ reminderTexts: texts })).result;
    expect(storedProfile.reminderTexts).toEqual(texts.toReversed());
    expect((await change({ reminderTexts: texts })).result.version).toBe(storedProfile.version);
    expect((await change({ reminderTexts: [texts[0], texts[0]] })).problem).toMatchObject({
      status: 400,
      errors: [{ path: "reminderTexts", code: "unique" }],
    });
    expect((await change({ reminderTexts: [] })).result.reminderTexts).toEqual([]);
  });

  it.each([
    ["paymentDays", { paymentDays: 91 }],
    ["debitNoticeDays", { debitNoticeDays: 0 }],
    ["country", { country: "FR" }],
    ["bic", { bic: "MUST" }],
    ["iban", { iban: "12" }],
    ["thirdCountry", { thirdCountry: null }],
    ["website", { website: "javascript:alert(1)" }],
  ])("refuses a wrong %s", async (path, body) => {
    const { problem } = await change(body);
    expect([problem.status, problem.errors?.[0]?.path]).toEqual([400, path]);
  });

  it("is refused to other platform accounts", async () => {
    const admin = new TestClient(testApp);
    await admin.signIn(await makePlatformAccount(testApp, "admin"));
    expect((await admin.call(getOperatorProfile)).problem.code).toBe("FORBIDDEN");
    expect((await admin.call(changeOperatorProfile, { body: {} })).problem.code).toBe("FORBIDDEN");
  });
});

describe("tax rates", () => {
  const rate = { country: "DE", validFrom: "2099-01-01", rateBasisPoints: 2050 };
  const add = (body: object) => operator.call(addTaxRate, { body });
  const remove = (country: string, validFrom: string) =>
    operator.call(removeTaxRate, { params: { country, validFrom } });

  it("are the statutory rates, and those that the operator adds before they apply", async () => {
    const statutoryRates = (await operator.call(listTaxRates)).result.data;
    expect(statutoryRates.filter(({ isLegal }) => !isLegal)).toEqual([]);
    expect(statutoryRates).toContainEqual({
      country: "CH",
      validFrom: "2024-01-01",
      rateBasisPoints: 810,
      isLegal: true,
    });
    await withoutStepUp(async () => {
      expect((await add(rate)).problem.code).toBe("STEP_UP_REQUIRED");
      expect((await remove("DE", "2099-01-01")).problem.code).toBe("STEP_UP_REQUIRED");
    });
    const addition = await add(rate);
    expect([addition.status, addition.result]).toEqual([201, { ...rate, isLegal: false }]);
    expect((await operator.call(listTaxRates)).result.data).toContainEqual({ ...rate, isLegal: false });
    const { ratesOf } = createParties(testApp.app.platformDb);
    expect(await ratesOf()).toEqual(expect.arrayContaining([rate]));
    expect((await add({ ...rate, rateBasisPoints: 1900 })).problem.code).toBe("ALREADY_EXISTS");

    expect((await remove("DE", "2099-01-01")).status).toBe(204);
    expect((await remove("DE", "2099-01-01")).problem.code).toBe("NOT_FOUND");
    expect((await operator.call(listTaxRates)).result.data).toEqual(statutoryRates);
    const recordedEntries = async (action: string) =>
      (await auditEntries(testApp, platformChainId, action)).map(({ record }) => record.changes);
    expect(await recordedEntries("platform.tax_rate_added")).toEqual([{ "DE 2099-01-01": [null, 2050] }]);
    expect(await recordedEntries("platform.tax_rate_removed")).toEqual([{ "DE 2099-01-01": [2050, null] }]);
  });

  it("do not change for days that have begun", async () => {
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(testApp.clock.now());
    expect((await add({ ...rate, validFrom: today })).problem.code).toBe("CONFLICT");
    expect((await add({ country: "CH", validFrom: "2024-01-01", rateBasisPoints: 800 })).problem.code).toBe(
      "ALREADY_EXISTS",
    );
    expect((await remove("CH", "2024-01-01")).problem.code).toBe("CONFLICT");
    await queryRows(testApp, "insert into tax_rate values ('AT', '2025-01-01', 2100)");
    expect((await remove("AT", "2025-01-01")).problem.code).toBe("CONFLICT");
    const rates = (await operator.call(listTaxRates)).result.data;
    expect(rates).toContainEqual({
      country: "AT",
      validFrom: "2025-01-01",
      rateBasisPoints: 2100,
      isLegal: false,
    });
    expect(rates.some(({ validFrom }) => validFrom === today)).toBe(false);
  });

  it.each([
    ["country", { ...rate, country: "FR" }],
    ["validFrom", { ...rate, validFrom: "2099-02-30" }],
    ["rateBasisPoints", { ...rate, rateBasisPoints: 10_001 }],
    ["rateBasisPoints", { ...rate, rateBasisPoints: 19.5 }],
  ])("are refused with a wrong %s", async (path, body) => {
    const { problem } = await add(body);
    expect([problem.status, problem.errors?.[0]?.path]).toEqual([400, path]);
  });
});
