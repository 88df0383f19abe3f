import { getBillingProfile } from "@praxisportal/contract/invoices/invoices.endpoints";
import { changeMandate, removeMandate } from "@praxisportal/contract/payments/payments.endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { platformClient } from "../../../../test/ai/ai.ts";
import { auditEntries, makeMember, queryRows } from "../../../../test/factories.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { expireProof } from "../../../../test/payments/people.ts";
import { organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { openIban } from "../../../platform/banking/mandate-iban.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const iban = "DE02500105170137075030";
const body = { holder: "Praxis Probe", iban: "de02 5001 0517 0137 0750 30", signedOn: "2026-01-15" };

type Stored = {
  mandate_reference: string | null;
  mandate_iban: Buffer | null;
  mandate_iban_masked: string | null;
  mandate_used: boolean;
};

async function storedOf(organizationId: string): Promise<Stored | undefined> {
  const [row] = await queryRows<Stored>(testApp, "select * from billing_profile where organization_id = $1", [
    organizationId,
  ]);
  return row;
}

describe("PUT /api/billing/mandate", () => {
  it("R0-177 N83 stores the IBAN sealed, and shows and logs it masked", async () => {
    const { organization, client } = await organizationWith(testApp);
    const { status, result } = await client.call(changeMandate, { body });
    expect(status).toBe(200);
    expect(result.mandate).toMatchObject({
      holder: "Praxis Probe",
      iban: "DE•• •••• 5030",
      signedOn: "2026-01-15",
    });
    const operator = await platformClient(testApp);
    const headers = { "x-organization-id": organization.id };
    for (const reader of [client, operator]) {
      const readerView = await reader.call(getBillingProfile, { headers });
      expect(readerView.result.mandate).toEqual(result.mandate);
      expect(JSON.stringify(readerView.result)).not.toContain("50010517");
    }
    const storedMandate = await storedOf(organization.id);
    const sealedIban = storedMandate?.mandate_iban ?? Buffer.alloc(0);
    expect(sealedIban.includes("50010517")).toBe(false);
    expect(openIban(testApp.app.sealedSecrets.keys, organization.id, sealedIban)).toBe(iban);
    const plaintextRows = await queryRows(
      testApp,
      `select from billing_profile b where organization_id = $1 and to_jsonb(b) - 'mandate_iban' @? $2
       union all select from audit_entry where organization_id = $1 and record::text like '%50010517%'`,
      [organization.id, '$.* ? (@ like_regex "50010517")'],
    );
    expect(plaintextRows).toEqual([]);
    expect(testApp.app.sealedSecrets.columns).toContainEqual(
      expect.objectContaining({ table: "billing_profile", column: "mandate_iban" }),
    );
  });

  it("R0-303 N83 needs a step-up, and notifies all org_admins, including the actor", async () => {
    const { organization, member, client } = await organizationWith(testApp);
    const second = await makeMember(testApp, organization.id, "org_admin");
    await makeMember(testApp, organization.id, "practice_admin");
    await expireProof(testApp, member.personId);
    expect((await client.call(changeMandate, { body })).problem.code).toBe("STEP_UP_REQUIRED");
    expect(await storedOf(organization.id)).toBeUndefined();

    await client.signIn(member);
    await client.call(changeMandate, { body });
    const [entry] = await auditEntries(testApp, organization.id, "billing.mandate_changed");
    expect(entry).toMatchObject({
      actor_id: member.personId,
      record: { changes: { iban: [null, "DE•• •••• 5030"], holder: [null, "Praxis Probe"] } },
    });
    const notifiedRows = await queryRows<{ person_id: string }>(
      testApp,
      "select person_id from notification where organization_id = $1 and kind = 'mandateChanged'",
      [organization.id],
    );
    expect(notifiedRows.map(({ person_id }) => person_id).toSorted()).toEqual(
      [member.personId, second.personId].toSorted(),
    );
    await vi.waitFor(
      async () => {
        const mails = await mailsOf(testApp, "mandateChanged");
        for (const { email } of [member, second])
          expect(mails.filter((mail) => mail.includes(`<${String(email)}>`))).toHaveLength(1);
      },
      { timeout: 20_000 },
    );
    // Each later change and the withdrawal notify them, too.
    const notificationCounts = async () => {
      const rows = await queryRows<{ person_id: string }>(
        testApp,
        "select person_id from notification where organization_id = $1 and kind = 'mandateChanged'",
        [organization.id],
      );
      return [member, second].map(
        ({ personId }) => rows.filter(({ person_id }) => person_id === personId).length,
      );
    };
    for (const [index, changed] of [
      { holder: "Praxis Anders" },
      { iban: "DE02120300000000202051" },
      { signedOn: "2026-01-16" },
    ].entries()) {
      expect((await client.call(changeMandate, { body: { ...body, ...changed } })).status).toBe(200);
      expect(await notificationCounts()).toEqual([index + 2, index + 2]);
    }
    await expireProof(testApp, member.personId);
    expect((await client.call(removeMandate)).problem.code).toBe("STEP_UP_REQUIRED");
    expect((await storedOf(organization.id))?.mandate_reference).not.toBeNull();
    expect(await notificationCounts()).toEqual([4, 4]);
    await client.signIn(member);
    expect((await client.call(removeMandate)).status).toBe(200);
    expect(await notificationCounts()).toEqual([5, 5]);
  });

  it("gives every mandate a new reference, and the same values change nothing", async () => {
    const { organization, client } = await organizationWith(testApp);
    const referenceAfter = async (changes: object) =>
      (await client.call(changeMandate, { body: { ...body, ...changes } })).result.mandate?.reference;
    const first = await referenceAfter({});
    expect(first).toMatch(/^[A-Z0-9-]+-\d{8}-\d+$/);
    expect(first?.length).toBeLessThanOrEqual(35);
    expect(await referenceAfter({})).toBe(first);
    await queryRows(testApp, "update billing_profile set mandate_used = true where organization_id = $1", [
      organization.id,
    ]);
    expect(await referenceAfter({ holder: "Praxis Neu" })).not.toBe(first);
    // A new mandate begins with a first collection.
    expect((await storedOf(organization.id))?.mandate_used).toBe(false);
    expect(await auditEntries(testApp, organization.id, "billing.mandate_changed")).toHaveLength(2);
  });

  it("refuses wrong check digits, a signature in the future, another currency and callers without the permission", async () => {
    const { organization, client } = await organizationWith(testApp);
    const issueOf = async (changes: object) => {
      const { problem } = await client.call(changeMandate, { body: { ...body, ...changes } });
      return problem.errors?.map(({ path, code }) => `${path} ${code}`);
    };
    expect(await issueOf({ iban: "DE03500105170137075030" })).toEqual(["iban invalidFormat"]);
    expect(await issueOf({ iban: "XX02500105170137075030" })).toEqual(["iban invalidFormat"]);
    expect(await issueOf({ signedOn: "2099-01-01" })).toEqual(["signedOn date"]);
    const editor = new TestClient(testApp);
    editor.headers = { "x-organization-id": organization.id };
    await editor.signIn(await makeMember(testApp, organization.id, "editor"));
    expect((await editor.call(changeMandate, { body })).problem.code).toBe("FORBIDDEN");
    expect((await editor.call(removeMandate)).problem.code).toBe("FORBIDDEN");
    await queryRows(testApp, "update organization set currency = 'CHF' where organization_id = $1", [
      organization.id,
    ]);
    expect((await client.call(changeMandate, { body })).problem.code).toBe("CONFLICT");
    expect((await storedOf(organization.id))?.mandate_reference ?? null).toBeNull();
  });

  it("is allowed while the organization is suspended", async () => {
    const { organization, client } = await organizationWith(testApp);
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [
      organization.id,
    ]);
    testApp.app.callers.cache.forgetAll();
    expect((await client.call(changeMandate, { body })).status).toBe(200);
    expect((await client.call(removeMandate)).result.mandate).toBeNull();
  });
});

describe("DELETE /api/billing/mandate", () => {
  it("deletes all data of the mandate, and returns 404 without one", async () => {
    const { organization, client } = await organizationWith(testApp);
    expect((await client.call(removeMandate)).problem.code).toBe("NOT_FOUND");
    await client.call(changeMandate, { body });
    expect((await client.call(removeMandate)).result.mandate).toBeNull();
    expect(await storedOf(organization.id)).toMatchObject({
      mandate_reference: null,
      mandate_iban: null,
      mandate_iban_masked: null,
    });
    expect((await client.call(removeMandate)).problem.code).toBe("NOT_FOUND");
    const entries = await auditEntries(testApp, organization.id, "billing.mandate_changed");
    expect(entries.at(-1)?.record.changes?.["iban"]).toEqual(["DE•• •••• 5030", null]);
  });
});
