import { once } from "node:events";
import pg from "pg";
import { addTenants } from "./support/many-tenants.ts";
import { type BenchPortal, startBenchPortal } from "./support/portal.ts";
import type { Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

const tenants = scaled(1_000, 10);
const pollMs = 100;

/** Budgets in seconds, MB and ms. */
const budgets = { run: 90, memory: 300, document: 60 };

/** Measures the invoice run of a thousand organizations, including the documents of the final invoices. */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const client = new pg.Client({ connectionString: await portal.databaseUrl("owner") });
  await client.connect();
  try {
    await addTenants(await portal.databaseUrl("owner"), tenants);
    await addBilling(client);
    const { accessToken } = await portal.signIn("plattform");
    let peakMb = 0;
    const sampling = setInterval(() => {
      peakMb = Math.max(peakMb, portal.memoryMb());
    }, pollMs);
    const startedAt = performance.now();
    await startRun(portal, accessToken);
    await waitForRow(client, "select from invoice_run where state = 'finished'");
    const draftSeconds = secondsSince(startedAt);
    const { rows } = await client.query<{ drafts: string }>("select count(*) as drafts from invoice");
    const drafts = Number(rows[0]?.drafts);
    if (drafts < tenants / 2) throw new Error(`only ${drafts} drafts for ${tenants} tenants`);

    const finalStartedAt = performance.now();
    await client.query("update invoice set finalise_at = now() - interval '1 minute'");
    await client.query("update scheduled_job set next_run_at = now() where name = 'invoice-finalise'");
    await waitForRow(client, "select where not exists (select from invoice where state = 'draft')");
    const finalSeconds = secondsSince(finalStartedAt);
    clearInterval(sampling);
    return [
      {
        subject: `invoices: run with ${drafts} invoices waitForRow all are final`,
        value: draftSeconds + finalSeconds,
        unit: "s",
        budget: { max: budgets.run },
        note: `drafts ${draftSeconds.toFixed(1)} s`,
      },
      {
        subject: "invoices: one invoice with its documents",
        value: (finalSeconds * 1000) / drafts,
        unit: "ms",
        budget: { max: budgets.document },
      },
      { subject: "invoices: peak memory", value: peakMb, unit: "MB", budget: { max: budgets.memory } },
    ];
  } finally {
    await client.end();
    await portal.stop();
  }
}

const secondsSince = (time: number) => (performance.now() - time) / 1000;

async function startRun(portal: BenchPortal, accessToken: string): Promise<void> {
  const response = await fetch(`${portal.baseUrl}/api/tenant/billing/runs`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ month: new Date().toISOString().slice(0, 7) }),
  });
  if (response.status !== 202) throw new Error(`the run answered ${response.status}`);
}

/** Waits until a query returns a row. */
async function waitForRow(client: pg.Client, text: string): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(text);
    if (rowCount !== 0) return;
    await once(AbortSignal.timeout(pollMs), "abort");
  }
}

/** Gives the tenants a plan since the previous month, an address and AI costs, and fills in the operator profile. */
async function addBilling(client: pg.Client): Promise<void> {
  await client.query(`
    update operator_profile set name = 'Praxisportal Betrieb GmbH', street = 'Beispielstraße', house_number = '1',
      postal_code = '00000', city = 'Musterstadt', country = 'DE', vat_id = 'DE123456789',
      contact_name = 'Rechnungsstelle', contact_phone = '+49 30 23125000', contact_email = 'rechnung@example.org',
      iban = 'DE02120300000000202051', billed_from = '2020-01-01'`);
  await client.query(`
    update organization set status = 'active', plan = 'professional', trial_ends_at = null
    where practice_code like 'TENANT-%'`);
  await client.query(`
    delete from subscription where valid_until is not null
      and organization_id in (select organization_id from organization where practice_code like 'TENANT-%')`);
  await client.query(`
    update subscription set is_trial = false, valid_from = date_trunc('month', now()) - interval '20 days'
    where organization_id in (select organization_id from organization where practice_code like 'TENANT-%')`);
  await client.query(`
    insert into billing_profile (organization_id, street, house_number, postal_code, city, email)
    select organization_id, 'Musterplatz', '2', '00000', 'Musterstadt', 'praxis@example.org' from organization
    where practice_code like 'TENANT-%'`);
  await client.query(`
    insert into ai_usage_day (organization_id, local_day, provider_key, model, currency, calls, input_tokens,
      output_tokens, audio_seconds, cost_micro, estimated_calls, unpriced_calls)
    select organization_id, (date_trunc('month', now()) - n * interval '1 day')::date, 'probe', 'probe-1', 'EUR', 20,
      20000, 5000, 0, 4000000, 0, 0
    from organization, generate_series(1, 10) as n where practice_code like 'TENANT-%'`);
  await client.query("vacuum analyze ai_usage_day");
}
