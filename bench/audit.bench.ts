import pg from "pg";
import { startBenchPortal } from "./support/portal.ts";
import type { Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

/** Number of audit entries of one organization. `BENCH_AUDIT_ENTRIES=10000` overrides it. */
const entries = Number(process.env["BENCH_AUDIT_ENTRIES"] ?? scaled(1_000_000, 2_000));
const requests = scaled(60, 2);
const budgetMs = 25;

/** Measures the p95 of pages and filters of the audit log of one organization with a million entries. */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  try {
    const { organizationId, person } = await fill(await portal.databaseUrl("owner"));
    const { accessToken } = await portal.signIn("inhaberin");
    const path = `${portal.baseUrl}/api/tenant/organizations/${organizationId}/audit?limit=25`;
    const middle = Math.floor(entries / 2);
    const subjects: Readonly<Record<string, string>> = {
      "newest entries": "",
      "in the middle": `&cursor=older-${middle}`,
      "before the middle": `&cursor=newer-${middle}`,
      "a person": `&person=${person}`,
      "a person, in the middle": `&person=${person}&cursor=older-${middle}`,
      "an action": "&action=user.role_changed",
      "an area": "&action=user.*",
      "what failed": "&outcome=failed",
      "days a year ago": "&from=2025-05-01&to=2025-05-31",
      "a kind of object": "&targetType=workstation",
      "search: a name": "&search=probe-7",
      "search: many names": "&search=probe",
      "search: a name, in the middle": `&search=probe-7&cursor=older-${middle}`,
      "search: actions": "&search=zugang&searchActions=user.role_changed,user.updated,workstation.updated",
      "search: nothing": "&search=nirgendwo",
      "a person, an action and days": `&person=${person}&action=user.updated&from=2025-01-01`,
    };
    const rows: Row[] = [];
    for (const [subject, query] of Object.entries(subjects)) {
      const times = await timesOf(path + query, { authorization: `Bearer ${accessToken}` });
      const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0;
      const budget = { max: budgetMs };
      rows.push({
        subject,
        value: percentile(0.95),
        unit: "ms",
        budget,
        note: `p50 ${percentile(0.5).toFixed(1)}`,
      });
    }
    return rows;
  } finally {
    await portal.stop();
  }
}

/** Sends requests sequentially and returns sorted times in ms. Any failed request invalidates the run. */
async function timesOf(url: string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (let index = -6; index < requests; index += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    const body = await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${body}`);
    // PostgreSQL plans the first executions of a prepared statement with their values. Only later executions are
    // measured.
    if (index >= 0) times.push(performance.now() - startedAt);
  }
  return times.toSorted((left, right) => left - right);
}

/**
 * Adds two years of entries of an organization with 500 people: mostly sign-ins, with occasional changes and failures.
 */
async function fill(ownerUrl: string): Promise<{ organizationId: string; person: string }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      "select organization_id as id from membership where lower(username) = 'inhaberin' limit 1",
    );
    const organizationId = rows[0]?.id ?? "";
    const person = "0197a000-0000-7000-8000-000000000007";
    await client.query("set synchronous_commit = off");
    await client.query(
      `with head as (select coalesce(max(seq), 0) as seq from audit_entry where organization_id = $1),
       made as (
         select n, '0197a000-0000-7000-8000-' || lpad((n % 500)::text, 12, '0') as actor,
           '0197a000-0000-7000-8000-' || lpad((n * 7 % 500)::text, 12, '0') as target,
           case when n % 100 = 0 then 'user.role_changed' when n % 40 = 0 then 'user.updated'
             when n % 5000 = 1 then 'workstation.updated' else 'auth.login' end as action,
           case when n % 700 = 3 then 'failed' else 'success' end as outcome
         from generate_series(1, $2::int) n)
       insert into audit_entry
         (organization_id, seq, id, occurred_at, action, outcome, actor_id, target_id, record, prev_hash, hash)
       select $1, head.seq + n, gen_random_uuid(), now() - interval '2 years' + n * (interval '2 years' / $2::int),
         action, outcome, actor::uuid, target::uuid,
         jsonb_build_object('actor', jsonb_build_object('type', 'user', 'id', actor), 'target', jsonb_build_object(
           'type', case action when 'workstation.updated' then 'workstation' else 'user' end, 'id', target),
           'origin', 'ui'), '', ''
       from made, head`,
      [organizationId, entries],
    );
    await client.query(
      `update audit_chain set head_seq = (select max(seq) from audit_entry where organization_id = $1)
       where organization_id = $1`,
      [organizationId],
    );
    await client.query(
      `insert into audit_name (organization_id, digest, person_id, salt, display)
       select $1, decode(md5(n::text), 'hex'), ('0197a000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '',
         'Mia Probe-' || n
       from generate_series(0, 499) as people (n)`,
      [organizationId],
    );
    await client.query("vacuum analyze audit_entry, audit_name");
    return { organizationId, person };
  } finally {
    await client.end();
  }
}
