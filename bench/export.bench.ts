import pg from "pg";
import { type BenchPortal, startBenchPortal } from "./support/portal.ts";
import type { Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

const calls = scaled(1_000_000, 2_000);

/** Budget in MB. */
const budget = 64;

/** Measures the growth of the server's memory while it exports an organization with a million AI calls. */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  try {
    const { accessToken, organizationId } = await portal.signIn("inhaberin");
    await addCalls(await portal.databaseUrl("owner"), organizationId);
    const path = `/api/tenant/organizations/${organizationId}/export`;
    const rows: Row[] = [];
    for (const format of ["json", "archive"]) {
      const request = { path: `${path}?format=${format}`, accessToken };
      const { growthMb, bytes, seconds } = await measureExport(portal, request);
      const note = `${(bytes / 1_000_000).toFixed(0)} MB in ${seconds.toFixed(1)} s`;
      rows.push({
        subject: `export of ${calls} calls as ${format}, growth of memory`,
        value: growthMb,
        unit: "MB",
        budget: { max: budget },
        note,
      });
    }
    return rows;
  } finally {
    await portal.stop();
  }
}

async function measureExport(
  portal: BenchPortal,
  { path, accessToken }: { path: string; accessToken: string },
): Promise<{ growthMb: number; bytes: number; seconds: number }> {
  const beforeMb = portal.memoryMb();
  let peakMb = beforeMb;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, portal.memoryMb());
  }, 50);
  const startedAt = performance.now();
  let bytes = 0;
  try {
    const response = await fetch(portal.baseUrl + path, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (!response.ok || response.body === null) throw new Error(`${path} answered ${response.status}`);
    for await (const chunk of response.body) bytes += chunk.length;
  } finally {
    clearInterval(timer);
  }
  return { growthMb: peakMb - beforeMb, bytes, seconds: (performance.now() - startedAt) / 1000 };
}

async function addCalls(ownerUrl: string, organizationId: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query(
      `insert into ai_usage_event (organization_id, id, occurred_at, local_day, person_id, provider_key, model, kind,
         outcome, period, budget_tokens, input_tokens, output_tokens, currency, is_estimated, duration_ms)
       select $1, gen_random_uuid(), now() - n * interval '1 minute', (now() - n * interval '1 minute')::date,
         gen_random_uuid(), 'probe', 'probe-1', 'chat', 'done', date_trunc('month', now())::date, n, n, n, 'EUR', false, n
       from generate_series(1, $2::integer) as n`,
      [organizationId, calls],
    );
    await client.query("vacuum analyze ai_usage_event");
  } finally {
    await client.end();
  }
}
