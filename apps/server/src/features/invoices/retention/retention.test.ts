import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, makeOrganization, queryRows } from "../../../../test/factories.ts";
import {
  insertCreditNote,
  insertDraft,
  insertFinalInvoice,
  type TestInvoice,
} from "../../../../test/invoices/final-invoice.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import { verifyChain } from "../../../platform/audit/audit-verifier.ts";
import { deleteExpiredInvoices } from "./delete-expired.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const expiredDay = "2020-12-31";

/** Connects with a role of the portal, bound to an organization, and with all rights on the tables of invoices. */
async function connect(role: "app" | "platform" | "owner", organizationId: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  await owner.query("grant all on invoice, invoice_line to portal_app, portal_platform");
  await owner.end();
  const client = new pg.Client({ connectionString: testApp.urls[role] });
  await client.connect();
  await client.query("select set_config('app.organization_id', $1, false)", [organizationId]);
  return client;
}

const rowsOf = (organizationId: string) =>
  queryRows<{ row: unknown; lines: unknown }>(
    testApp,
    `select to_jsonb(i) as row, (select jsonb_agg(l) from invoice_line l where l.invoice_id = i.id) as lines
     from invoice i where organization_id = $1 order by id`,
    [organizationId],
  );

const hold = (invoice: TestInvoice, reason: string | null) =>
  queryRows(
    testApp,
    `insert into invoice_account (organization_id, invoice_id, legal_hold_reason) values ($1, $2, $3)
     on conflict (organization_id, invoice_id) do update set legal_hold_reason = excluded.legal_hold_reason`,
    [invoice.organizationId, invoice.id, reason],
  );

const remaining = async (...organizationIds: string[]) =>
  (
    await queryRows<{ number: string | null }>(
      testApp,
      "select number from invoice where organization_id = any($1) order by number",
      [organizationIds],
    )
  ).map(({ number }) => number);

describe("a final invoice", () => {
  it.each(["app", "platform", "owner"] as const)(
    "R0-159 cannot be changed, deleted or emptied with its lines by the role %s, regardless of its rights",
    async (role) => {
      const { id } = await makeOrganization(testApp);
      const invoice = await insertFinalInvoice(testApp, id, { retainUntil: expiredDay });
      const draft = await insertDraft(testApp, id);
      await queryRows(
        testApp,
        `insert into invoice_line (organization_id, invoice_id, position, kind, from_day, until_day, cents)
         values ($1, $2, 7, 'ai', '2026-10-01', '2026-11-01', 5)`,
        [id, draft],
      );
      const before = await rowsOf(id);
      const client = await connect(role, id);
      try {
        for (const statement of [
          `update invoice set gross_cents = 1 where id = '${invoice.id}'`,
          `update invoice set state = 'draft' where id = '${invoice.id}'`,
          `update invoice set retain_until = current_date where id = '${invoice.id}'`,
          `delete from invoice where id = '${invoice.id}'`,
          `update invoice_line set cents = 1 where invoice_id = '${invoice.id}'`,
          `delete from invoice_line where invoice_id = '${invoice.id}'`,
          `update invoice_line set invoice_id = '${invoice.id}' where invoice_id = '${draft}'`,
          `insert into invoice_line (organization_id, invoice_id, position, kind, from_day, until_day, cents)
           values ('${id}', '${invoice.id}', 9, 'ai', '2026-10-01', '2026-11-01', 5)`,
          "truncate invoice cascade",
          "truncate invoice_line",
        ])
          await expect(client.query(statement), statement).rejects.toMatchObject({
            // A cascade also needs rights on the tables that refer to invoices.
            code: expect.stringMatching(
              statement.endsWith("cascade") && role !== "owner" ? /^(IN001|42501)$/ : /^IN001$/,
            ) as unknown,
          });
      } finally {
        await client.end();
      }
      expect(await rowsOf(id)).toEqual(before);
    },
  );
});

describe("npm run invoices:delete-expired", () => {
  // Deletes the expired invoices of other tests.
  beforeEach(async () => void (await deleteExpiredInvoices(testApp.app.platformDb)));

  it("R0-161 deletes invoices past their retention unless under legal hold, even those of an erased organization", async () => {
    const { id } = await makeOrganization(testApp);
    const { id: erased } = await makeOrganization(testApp);
    const expiredInvoice = await insertFinalInvoice(testApp, id, { retainUntil: expiredDay });
    const keptInvoice = await insertFinalInvoice(testApp, id, { retainUntil: "2999-12-31" });
    const heldInvoice = await insertFinalInvoice(testApp, id, { retainUntil: expiredDay });
    await hold(heldInvoice, "Rechtsstreit");
    await insertDraft(testApp, erased);
    const erasedInvoice = await insertFinalInvoice(testApp, erased, { retainUntil: expiredDay });
    const stays = await insertFinalInvoice(testApp, erased);
    await queryRows(
      testApp,
      "update organization set status = 'deleted', deleted_at = '2026-01-01' where organization_id = $1",
      [erased],
    );
    const before = await rowsOf(erased);
    await testApp.app.jobs
      .find(({ name }) => name === "organization-erasure")
      ?.run(new AbortController().signal);
    // The draft was deleted; the final invoices are unchanged.
    expect(await rowsOf(erased)).toEqual(
      before.filter(({ row }) => (row as { state: string }).state === "final"),
    );
    expect(await remaining(erased)).toEqual([erasedInvoice.number, stays.number]);
    expect(
      await queryRows(
        testApp,
        "select counts->'invoice' as n from organization_erasure where organization_id = $1",
        [erased],
      ),
    ).toEqual([{ n: 1 }]);

    const deletedNumbers = await deleteExpiredInvoices(testApp.app.platformDb);
    expect(deletedNumbers).toEqual([expiredInvoice.number, erasedInvoice.number]);
    expect(await remaining(id, erased)).toEqual([keptInvoice.number, heldInvoice.number, stays.number]);
    const lines = "select 1 from invoice_line where invoice_id = any($1)";
    expect(await queryRows(testApp, lines, [[expiredInvoice.id, erasedInvoice.id]])).toEqual([]);
    for (const { organizationId, id: target_id } of [expiredInvoice, erasedInvoice]) {
      expect(await auditEntries(testApp, organizationId, "invoice.deleted")).toMatchObject([{ target_id }]);
      expect((await verifyChain(testApp.app.platformDb.reads, organizationId)).intact).toBe(true);
    }
    // The hold ends.
    await hold(heldInvoice, null);
    expect(await deleteExpiredInvoices(testApp.app.platformDb)).toEqual([heldInvoice.number]);
    expect(await deleteExpiredInvoices(testApp.app.platformDb)).toEqual([]);
  });

  it("see R0-161 deletes an invoice and its credit note together, the credit note first", async () => {
    const { id } = await makeOrganization(testApp);
    const first = await insertFinalInvoice(testApp, id, { retainUntil: expiredDay });
    const firstNote = await insertCreditNote(testApp, first, { retainUntil: expiredDay });
    const second = await insertFinalInvoice(testApp, id, { retainUntil: expiredDay });
    const secondNote = await insertCreditNote(testApp, second);
    const third = await insertFinalInvoice(testApp, id, { retainUntil: expiredDay });
    const thirdNote = await insertCreditNote(testApp, third, { retainUntil: expiredDay });
    await hold(third, "Rechtsstreit");
    expect(await deleteExpiredInvoices(testApp.app.platformDb)).toEqual([firstNote.number, first.number]);
    expect(await remaining(id)).toEqual(
      [second, secondNote, third, thirdNote].map(({ number }) => number).toSorted(),
    );
  });

  it("see R0-161 moves the start of invoicing past the terms of deleted invoices", async () => {
    const { id } = await makeOrganization(testApp);
    await queryRows(testApp, "update operator_profile set billed_from = '2026-01-01'");
    const billedFrom = async () =>
      (await queryRows(testApp, "select billed_from::text from operator_profile"))[0]?.["billed_from"];
    await insertFinalInvoice(testApp, id);
    await deleteExpiredInvoices(testApp.app.platformDb);
    expect(await billedFrom()).toBe("2026-01-01");
    await insertFinalInvoice(testApp, id, { retainUntil: expiredDay });
    await deleteExpiredInvoices(testApp.app.platformDb);
    expect(await billedFrom()).toBe("2026-11-02");
    const entries = await auditEntries(testApp, platformChainId, "platform.billing_changed");
    expect(entries.at(-1)?.record.changes).toEqual({ billedFrom: ["2026-01-01", "2026-11-02"] });
  });
});
