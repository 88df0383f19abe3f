import pg from "pg";
import { findDifferences } from "../apps/server/src/features/usage/usage-check.platform-queries.ts";
import { Database } from "../apps/server/src/platform/db/database.ts";
import { PlatformDb } from "../apps/server/src/platform/db/platform-db.ts";
import { startBenchPortal } from "./support/portal.ts";
import { median, type Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

/** Number of calls of 100 organizations in 60 days. `BENCH_USAGE_EVENTS=10000` overrides it. */
const events = Number(process.env["BENCH_USAGE_EVENTS"] ?? scaled(1_000_000, 3_000));
const organizations = 100;
/** Every tenth call belongs to the measured organization. */
const ownEvery = 10;
const batch = 50_000;
const days = 60;
const requests = scaled(60, 2);
const timedRounds = scaled(8, 1);
const budgetMs = 10;

/**
 * Checks that the sums of a million calls are exact, and measures the time of requests for one organization's month.
 */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  try {
    const seconds = await fill(await portal.databaseUrl("owner"));
    const { accessToken, organizationId } = await portal.signIn("inhaberin");
    const headers = { authorization: `Bearer ${accessToken}`, "x-organization-id": organizationId };
    const address = (path: string) => `${portal.baseUrl}/api/billing/${path}`;
    const [raw, differing] = await compare(await portal.databaseUrl("platform"), organizationId);
    const rows: Row[] = [
      { subject: "sums that differ from their calls", value: differing, unit: "", budget: { max: 0 } },
      { subject: "calls booked a second, in batches", value: events / seconds, unit: "/s" },
    ];
    for (const [subject, path] of [
      ["this month", "usage?period=current"],
      ["the month before", "usage?period=month"],
      ["costs of this month", "costs?period=current"],
      ["60 days", `usage/history?${sixtyDays()}`],
    ] as const) {
      const [p50, p95] = await quietestOf(address(path), headers);
      rows.push({
        subject: `one organization: ${subject}`,
        value: p95,
        unit: "ms",
        budget: { max: budgetMs },
        note: `p50 ${p50.toFixed(1)}; the same from the calls ${raw.toFixed(0)}`,
      });
    }
    const [, quietestMs] = await quietestOf(`${portal.baseUrl}/api/v1/users/me`, headers);
    rows.push({ subject: "for comparison: GET /users/me", value: quietestMs, unit: "ms" });
    const quota = await timesOf(address("quota"), headers);
    rows.push({ subject: "one organization: quota", value: median(quota), unit: "ms" });
    const ledgerTimes = await timesOf(address("quota?ledger=true"), headers);
    const note = "with the ledger computed from the calls";
    rows.push({
      subject: "one organization: quota and ledger",
      value: median(ledgerTimes),
      unit: "ms",
      note,
    });
    rows.push(await exportRate(address("export?period=month&format=csv"), headers));
    return rows;
  } finally {
    await portal.stop();
  }
}

function sixtyDays(): string {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return `startDate=${day(days)}&endDate=${day(0)}`;
}

/** Returns p50 and p95 in ms of the fastest of several rounds, because the machine may have other load. */
async function quietestOf(url: string, headers: Record<string, string>): Promise<[number, number]> {
  const rounds: [number, number][] = [];
  for (let round = 0; round < timedRounds; round += 1) {
    const times = await timesOf(url, headers);
    rounds.push([median(times), times[Math.floor(times.length * 0.95)] ?? 0]);
  }
  return rounds.toSorted(([, left], [, right]) => left - right)[0] ?? [0, 0];
}

/** Sends requests sequentially and returns sorted times in ms. Any failed request invalidates the run. */
async function timesOf(url: string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (let index = -10; index < requests; index += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    const body = await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${body}`);
    if (index >= 0) times.push(performance.now() - startedAt);
  }
  return times.toSorted((left, right) => left - right);
}

async function exportRate(url: string, headers: Record<string, string>): Promise<Row> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers });
  const lines = (await response.text()).split("\r\n").length - 2;
  const seconds = (performance.now() - startedAt) / 1000;
  return { subject: "export of a month", value: lines / seconds, unit: "/s", note: `${lines} calls` };
}

/** Returns the time in ms to sum one month from the calls themselves, and the number of wrong sums. */
async function compare(url: string, organizationId: string): Promise<[number, number]> {
  const database = new Database({ url, maxConnections: 6, applicationName: "bench" });
  try {
    const times: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const startedAt = performance.now();
      await database.pool.query(
        `select local_day, provider_key, model, count(*), sum(input_tokens), sum(cost_micro) from ai_usage_event
         where organization_id = $1 and occurred_at >= date_trunc('month', now())
         group by local_day, provider_key, model`,
        [organizationId],
      );
      times.push(performance.now() - startedAt);
    }
    const since = new Date(Date.now() - (days + 2) * 86_400_000).toISOString().slice(0, 10);
    const { differences } = await findDifferences(new PlatformDb(database), since);
    return [median(times), differences.length];
  } finally {
    await database.close();
  }
}

/** Books the calls, some of them late and some twice. Returns the duration in seconds. */
async function fill(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off; set work_mem = '256MB'");
    const { rows } = await client.query<{ own: string; people: string[] }>(
      `select organization_id as own, (select array_agg(person_id) from membership m
         where m.organization_id = i.organization_id) as people
       from membership i where lower(username) = 'inhaberin' limit 1`,
    );
    const { own, people } = rows[0] ?? { own: "", people: [] };
    await client.query(
      `insert into organization (organization_id, name, practice_code, country, time_zone, currency)
       select md5('organization ' || n)::uuid, 'Praxis ' || n, 'USAGE-' || n, 'DE', 'Europe/Berlin', 'EUR'
       from generate_series(1, $1::int) n`,
      [organizations - 1],
    );
    const count = async () => {
      const { rows: counted } = await client.query<{ count: string }>("select count(*) from ai_usage_event");
      return Number(counted[0]?.count);
    };
    // The demonstration data contains some.
    const before = await count();
    const startedAt = performance.now();
    for (let from = 0; from < events; from += batch) {
      const to = Math.min(events, from + batch);
      // Sends the last tenth of the previous batch a second time.
      await client.query(bookCalls, [Math.max(0, from - batch / 10), to, own, people, events]);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const createdCount = (await count()) - before;
    if (createdCount !== events) throw new Error(`${createdCount} calls instead of ${events}`);
    for (const table of ["ai_usage_event", "ai_usage_day", "ai_usage_person_day", "ai_balance"]) {
      await client.query(`vacuum analyze ${table}`);
    }
    return seconds;
  } finally {
    await client.end();
  }
}

/** Adds a call to its sums only if the call is new, as booking a single call does. */
const bookCalls = `
  with made as (
    select n, abs(hashtextextended(n::text, 1)) as chance,
      -- As they happen, up to a day late.
      now() - interval '${days} days' * (1 - n / $5::float8)
        - (abs(hashtextextended(n::text, 2)) % 86400) * interval '1 second' as at
    from generate_series($1::int + 1, $2::int) n
  ), call as (
    select case when n % ${ownEvery} = 0 then $3::uuid
        else md5('organization ' || (1 + chance % ${organizations - 1}))::uuid end as organization_id,
      md5('call ' || n)::uuid as id, at, (at at time zone 'Europe/Berlin')::date as day,
      case when n % ${ownEvery} = 0 then ($4::uuid[])[1 + chance % cardinality($4::uuid[])]
        else md5('person ' || chance % 1000)::uuid end as person_id,
      'anbieter-' || chance % 5 as provider, 'modell-' || chance / 7 % 3 as model,
      chance % 4000 as input, chance / 11 % 900 as output, case when n % 50 = 0 then null else chance % 90000 end as cost,
      n % 40 = 0 as is_estimated
    from made
  ), fresh as (
    insert into ai_usage_event (organization_id, id, occurred_at, local_day, person_id, provider_key, model, kind,
      outcome, period, budget_tokens, input_tokens, output_tokens, cost_micro, currency, is_estimated, duration_ms)
    select organization_id, id, at, day, person_id, provider, model, 'chat', 'done', date_trunc('month', day),
      input + output, input, output, cost, 'EUR', is_estimated, 900
    from call on conflict do nothing returning *
  ), by_day as (
    insert into ai_usage_day as d
    select organization_id, local_day, provider_key, model, currency, count(*), sum(input_tokens), sum(output_tokens),
      sum(audio_seconds), sum(coalesce(cost_micro, 0)), sum(is_estimated::integer),
      sum((cost_micro is null)::integer)
    from fresh group by 1, 2, 3, 4, 5
    on conflict (organization_id, local_day, provider_key, model, currency) do update
      set calls = d.calls + excluded.calls, input_tokens = d.input_tokens + excluded.input_tokens,
        output_tokens = d.output_tokens + excluded.output_tokens, cost_micro = d.cost_micro + excluded.cost_micro,
        estimated_calls = d.estimated_calls + excluded.estimated_calls,
        unpriced_calls = d.unpriced_calls + excluded.unpriced_calls
  ), by_person as (
    insert into ai_usage_person_day as d
    select organization_id, local_day, person_id, currency, count(*), sum(input_tokens), sum(output_tokens),
      sum(audio_seconds), sum(coalesce(cost_micro, 0)), sum(is_estimated::integer),
      sum((cost_micro is null)::integer)
    from fresh group by 1, 2, 3, 4
    on conflict (organization_id, local_day, person_id, currency) do update
      set calls = d.calls + excluded.calls, input_tokens = d.input_tokens + excluded.input_tokens,
        output_tokens = d.output_tokens + excluded.output_tokens, cost_micro = d.cost_micro + excluded.cost_micro,
        estimated_calls = d.estimated_calls + excluded.estimated_calls,
        unpriced_calls = d.unpriced_calls + excluded.unpriced_calls
  )
  insert into ai_balance as b (organization_id, person_id, period, used_tokens, used_micro)
  select organization_id, coalesce(person_id, '00000000-0000-0000-0000-000000000000'), period, sum(budget_tokens),
    sum(coalesce(cost_micro, 0))
  from fresh group by grouping sets ((organization_id, person_id, period), (organization_id, period))
  on conflict (organization_id, person_id, period) do update
    set used_tokens = b.used_tokens + excluded.used_tokens, used_micro = b.used_micro + excluded.used_micro`;
