import {
  finalizeInvoice,
  listAllInvoices,
  listInvoiceRuns,
  startInvoiceRun,
} from "@praxisportal/contract/invoices/invoices.endpoints";
import type { Invoice } from "@praxisportal/contract/invoices/invoices.schema";
import { dateInTimeZone } from "@praxisportal/contract/usage/usage.rules";
import { expect } from "vitest";
import { addMonths, monthOf } from "../../src/directory/plan-charges/days.ts";
import { makeOrganization, queryRows } from "../factories.ts";
import { organizationWith } from "../people.ts";
import type { TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";

/** Current day of the operator and first day of its month. */
export const today = dateInTimeZone("Europe/Berlin", new Date());
export const month = monthOf(today);

/** Fills in the operator profile completely. */
export async function completeOperator(
  testApp: TestApp,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  const values = {
    name: "Praxisportal Betrieb GmbH",
    street: "Beispielstraße",
    house_number: "1",
    postal_code: "00000",
    city: "Musterstadt",
    country: "DE",
    vat_id: "DE123456789",
    contact_name: "Rechnungsstelle",
    contact_phone: "+49 30 23125000",
    contact_email: "rechnung@example.org",
    iban: "DE02120300000000202051",
    billed_from: "2020-01-01",
    ...changes,
  };
  const columns = Object.keys(values);
  await queryRows(
    testApp,
    `update operator_profile set ${columns.map((column, index) => `${column} = $${index + 1}`).join(", ")}`,
    Object.values(values),
  );
}

/** Gives an organization a plan from the first day of an earlier month, and an address for its invoices. */
export async function billOrganization(
  testApp: TestApp,
  id: string,
  { plan = "basic", since = addMonths(month, -1), profile = {} }: Billed = {},
): Promise<void> {
  await queryRows(
    testApp,
    "update organization set plan = $2, time_zone = 'Europe/Berlin', currency = 'EUR', country = 'DE' where organization_id = $1",
    [id, plan],
  );
  await queryRows(
    testApp,
    "delete from subscription where organization_id = $1 and valid_until is not null",
    [id],
  );
  await queryRows(
    testApp,
    `update subscription set valid_from = ($2::date + time '12:00') at time zone 'Europe/Berlin'
     where organization_id = $1`,
    [id, since],
  );
  const values = {
    street: "Musterplatz",
    house_number: "2",
    postal_code: "00000",
    city: "Musterstadt",
    email: "praxis@example.org",
    ...profile,
  };
  const columns = Object.keys(values);
  await queryRows(
    testApp,
    `insert into billing_profile (organization_id, ${columns.join(", ")})
     values ($1, ${columns.map((_column, index) => `$${index + 2}`).join(", ")})`,
    [id, ...Object.values(values)],
  );
}

/** Creates a billed organization with a signed-in administrator. */
export async function billedOrganization(testApp: TestApp, options?: Billed) {
  const organization = await organizationWith(testApp);
  await billOrganization(testApp, organization.organization.id, options);
  return { ...organization, id: organization.organization.id };
}

/** Creates many billed organizations. */
export function manyBilled(
  testApp: TestApp,
  count: number,
  optionsOf: (index: number) => Billed = () => ({}),
): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_organization, index) => {
      const { id } = await makeOrganization(testApp);
      await billOrganization(testApp, id, optionsOf(index));
      return id;
    }),
  );
}

type Billed = {
  plan?: string;
  /** `YYYY-MM-DD`. */
  since?: string;
  /** Columns of the billing profile. */
  profile?: Readonly<Record<string, string | null>>;
};

/** Runs a job of the server once. */
export async function runJob(testApp: TestApp, name: string): Promise<void> {
  const job = testApp.app.jobs.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  await job.run(new AbortController().signal);
}

/** Starts the run of a month, by default the current one, and waits until it has ended. */
export async function runInvoices(
  testApp: TestApp,
  operator: TestClient,
  of = month,
): Promise<{ created: number }> {
  const { status, result } = await operator.call(startInvoiceRun, { body: { month: of.slice(0, 7) } });
  expect(status).toBe(202);
  await expect
    .poll(async () => {
      // The server of the test may have begun already. Then a second worker finds no work.
      await runJob(testApp, "invoice-run");
      const { data } = (await operator.call(listInvoiceRuns)).result;
      return data.find(({ id }) => id === result.id)?.state;
    })
    .toBe("finished");
  const { data } = (await operator.call(listInvoiceRuns)).result;
  return { created: data.find(({ id }) => id === result.id)?.created ?? 0 };
}

/** Returns the invoices and drafts of an organization, newest first. */
export async function invoicesOf(operator: TestClient, organizationId: string): Promise<Invoice[]> {
  const { result } = await operator.call(listAllInvoices, { query: { limit: "100" } });
  return result.data.filter((invoice) => invoice.organizationId === organizationId);
}

/** Returns the only draft of an organization. */
export async function draftOf(operator: TestClient, organizationId: string): Promise<Invoice> {
  const drafts = (await invoicesOf(operator, organizationId)).filter(({ number }) => number === null);
  const [draft, ...others] = drafts;
  if (draft === undefined || others.length > 0) throw new Error(`${drafts.length} drafts`);
  return draft;
}

/** Makes the current month's invoice of an organization final. */
export async function finalInvoice(testApp: TestApp, operator: TestClient, organizationId: string) {
  await runInvoices(testApp, operator);
  const { id: invoiceId } = await draftOf(operator, organizationId);
  const { result } = await operator.call(finalizeInvoice, { params: { invoiceId }, body: {} });
  return result;
}
