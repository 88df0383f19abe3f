import {
  listAllInvoices,
  listInvoices,
  startInvoiceRun,
} from "@praxisportal/contract/invoices/invoices.endpoints";
import { dateInTimeZone } from "@praxisportal/contract/usage/usage.rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { queryRows } from "../../../../test/factories.ts";
import { runJob } from "../../../../test/invoices/billing.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { removeDemo } from "../remove-demo.ts";
import { demoPassword } from "../demo-people.ts";

const signal = new AbortController().signal;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.app.demo.seed();
  // The history is tested elsewhere; its AI use is not needed here.
  await queryRows(testApp, "update demo_season set finished_at = now()");
  await testApp.app.demoInvoices.run(signal);
});
afterAll(() => testApp.stop());

async function signInAccount(username: string): Promise<TestClient> {
  const client = new TestClient(testApp);
  await client.signIn({ username, password: demoPassword });
  return client;
}

it("the demonstration has a year of final invoices, created once", async () => {
  const counts = () =>
    queryRows<{ name: string; count: string; months: string }>(
      testApp,
      `select organization_name as name, count(*) as count, count(distinct month) as months from invoice
       where state = 'final' group by 1 order by 1`,
    );
  const initial = await counts();
  expect(initial.map(({ count, months }) => [count, months])).toEqual(initial.map(() => ["12", "12"]));
  expect(initial.map(({ name }) => name)).toEqual([
    "Ordination Beispielgasse",
    "Ordination Musterhof",
    "Praxis Probeweg",
    "Praxis am Musterplatz",
  ]);
  await testApp.app.demoInvoices.run(signal);
  expect(await counts()).toEqual(initial);
});

it("the suspended organization owes its last invoices, and every other one is paid", async () => {
  const operator = await signInAccount("plattform");
  const listByStatus = async (status: "open" | "overdue" | "unpaid") =>
    (await operator.call(listAllInvoices, { query: { status, limit: "100" } })).result.data;
  const owedInvoices = [...(await listByStatus("overdue")), ...(await listByStatus("open"))];
  const names = owedInvoices.map(({ organizationName }) => organizationName);
  expect(names).toEqual(["Ordination Musterhof", "Ordination Musterhof"]);
  const numbersOf = (invoices: typeof owedInvoices) =>
    invoices.map(({ number }) => number).toSorted((left, right) => (left ?? "").localeCompare(right ?? ""));
  expect(numbersOf(await listByStatus("unpaid"))).toEqual(numbersOf(owedInvoices));
  const owner = await signInAccount("inhaberin");
  const ownInvoices = (await owner.call(listInvoices, { query: { limit: "100" } })).result.data;
  expect(ownInvoices.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => "paid"));
});

it("the current month is left for a run of the operator", async () => {
  const operator = await signInAccount("plattform");
  const month = dateInTimeZone("Europe/Berlin", new Date()).slice(0, 7);
  await operator.call(startInvoiceRun, { body: { month } });
  await expect
    .poll(async () => {
      await runJob(testApp, "invoice-run");
      return queryRows(testApp, "select state, created from invoice_run");
    })
    .toEqual([{ state: "finished", created: 4 }]);
});

it("the demonstration is removed with its invoices, and their numbers begin again", async () => {
  await removeDemo(testApp.app.platformDb);
  expect(await queryRows(testApp, "select from invoice")).toEqual([]);
  expect(await queryRows(testApp, "select from invoice_counter")).toEqual([]);
  expect(await queryRows(testApp, "select name, iban from operator_profile")).toEqual([
    { name: null, iban: null },
  ]);
});
