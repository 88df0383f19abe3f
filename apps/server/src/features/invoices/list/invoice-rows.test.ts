import { invoiceListQuery } from "@praxisportal/contract/invoices/invoices.schema";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { invoicePage } from "./invoice-rows.queries.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  const { id } = await makeOrganization(testApp);
  await queryRows(
    testApp,
    `insert into invoice (organization_id, id, kind, month, attempt, currency, net_cents, tax_cents, gross_cents,
       due_cents, finalise_at, organization_name, created_at)
     select $1, gen_random_uuid(), 'invoice', '2026-01-01', n, 'EUR', n, 0, n, n, now(), 'Praxis',
       now() - n * interval '1 minute'
     from generate_series(1, 5000) n`,
    [id],
  );
  await queryRows(testApp, "analyze invoice");
});
afterAll(() => testApp.stop());

describe("a page of the invoices of all organizations", () => {
  it.each([
    ["createdAt", "asc", "invoice_created"],
    ["createdAt", "desc", "invoice_created"],
    ["number", "asc", "invoice_number"],
    ["number", "desc", "invoice_number"],
  ] as const)("see R0-17 sorted by %s %s is read by an index", async (sortBy, sortOrder, index) => {
    const query = invoicePage(sql`true`, invoiceListQuery.parse({ sortBy, sortOrder }), "2026-11-01");
    const { sql: text, parameters } = query.compile(testApp.app.platformDb.reads);
    const rows = await queryRows<{ "QUERY PLAN": string }>(testApp, `explain ${text}`, parameters);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(new RegExp(`Scan (?:Backward )?using ${index} on invoice i`));
    expect(plan).not.toContain("Seq Scan on invoice i");
  });

  it.each([
    ["asc", ["Äpfel", "apfelhof", "Ohm", "Özdemir", "Zander"]],
    ["desc", ["Zander", "Özdemir", "Ohm", "apfelhof", "Äpfel"]],
  ] as const)("see R7o-11 sorted by organization %s is in German order", async (sortOrder, expected) => {
    const { id } = await makeOrganization(testApp);
    await queryRows(
      testApp,
      `insert into invoice (organization_id, id, kind, month, attempt, currency, net_cents, tax_cents, gross_cents,
         due_cents, finalise_at, organization_name)
       select $1, gen_random_uuid(), 'invoice', '2026-01-01', n, 'EUR', n, 0, n, n, now(), name
       from unnest($2::text[]) with ordinality as named (name, n)`,
      [id, ["Zander", "Ohm", "apfelhof", "Äpfel", "Özdemir"]],
    );
    const query = invoiceListQuery.parse({ sortBy: "organizationName", sortOrder });
    const scope = sql`i.organization_id = ${id}`;
    const { rows } = await invoicePage(scope, query, "2026-11-01").execute(testApp.app.platformDb.reads);
    expect(rows.map((row) => row.organization_name)).toEqual(expected);
  });
});
