import { addTaxRate } from "@praxisportal/contract/invoices/invoices.endpoints";
import { makeOrganization, queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";
import { billOrganization, completeOperator, draftOf, month, runInvoices } from "./billing.ts";
import { insertFinalInvoice } from "./final-invoice.ts";

/** Returns a successful example of each audited call of invoices. */
export function invoiceExamples(
  testApp: () => TestApp,
  signedIn: () => Promise<{ client: TestClient; organizationId: string }>,
  operator: () => Promise<TestClient>,
) {
  const rate = { country: "DE", rateBasisPoints: 2000 } as const;
  // Each call adds a different rate.
  let addedRates = 0;
  const endRun = () => queryRows(testApp(), "update invoice_run set state = 'finished'");
  const withDraft = async () => {
    await endRun();
    await completeOperator(testApp());
    const client = await operator();
    const { id } = await makeOrganization(testApp());
    await billOrganization(testApp(), id);
    await runInvoices(testApp(), client);
    return { client, params: { invoiceId: (await draftOf(client, id)).id } };
  };
  const withFinal = async () => {
    await completeOperator(testApp());
    const { id } = await insertFinalInvoice(testApp(), (await makeOrganization(testApp())).id);
    await queryRows(
      testApp(),
      `insert into invoice_account (organization_id, invoice_id)
       select organization_id, id from invoice where id = $1`,
      [id],
    );
    return { client: await operator(), params: { invoiceId: id } };
  };
  return {
    "invoices.changeProfile": async () => ({
      client: (await signedIn()).client,
      body: { street: "Musterplatz" },
    }),
    "invoices.changeOperator": async () => ({
      client: await operator(),
      body: { name: `Betrieb ${crypto.randomUUID()}` },
    }),
    "invoices.addTaxRate": async () => ({
      client: await operator(),
      body: { ...rate, validFrom: `2098-01-0${++addedRates}` },
    }),
    "invoices.removeTaxRate": async () => {
      const client = await operator();
      await client.call(addTaxRate, { body: { ...rate, validFrom: "2099-01-01" } });
      return { client, params: { country: "DE", validFrom: "2099-01-01" } };
    },
    "invoices.startRun": async () => {
      await endRun();
      return { client: await operator(), body: { month: month.slice(0, 7) } };
    },
    "invoices.recalculate": withDraft,
    "invoices.finalise": async () => ({ ...(await withDraft()), body: {} }),
    "invoices.discard": withDraft,
    "invoices.credit": async () => ({
      ...(await withFinal()),
      body: { reason: "Falsche Anschrift", invoiceAgain: false },
    }),
    "invoices.changeLegalHold": async () => ({ ...(await withFinal()), body: { reason: "Rechtsstreit" } }),
    "invoices.confirmVatId": async () => {
      const { id } = await makeOrganization(testApp());
      await billOrganization(testApp(), id, { profile: { vat_id: "DE123456789" } });
      return { client: await operator(), params: { id }, body: { checkedOn: "2026-11-20" } };
    },
  };
}
