import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { outboxChannel } from "../apps/server/src/platform/realtime/bus.ts";
import { type BenchPortal, startBenchPortal } from "./support/portal.ts";
import { startChild } from "./support/process.ts";
import { median, type Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";
import { WebhookInbox } from "./support/webhook-inbox.ts";
import { findFreePort } from "../apps/server/test/cluster/free-port.ts";

const webhooks = 10;
/** Maximum number of concurrent deliveries of one webhook. */
const perWebhook = 4;
const rounds = scaled(5, 1);
const eventsPerRound = scaled(500, 5);
const warmUpEvents = scaled(300, 2);
const hangingEvents = scaled(200, 3);
const steadySeconds = scaled(20, 0.2);
const eventsPerSecond = 50;

/** A signed-in administrator of an organization with ten webhooks. */
type WebhookOrganization = {
  organizationId: string;
  call: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
};

/**
 * Measures webhooks: the rate compared with a program that only signs and posts, the delay from an event to its first
 * attempt, and the delay of healthy receivers while another receiver hangs.
 */
export async function measure(): Promise<Row[]> {
  const inbox = new WebhookInbox();
  await inbox.open();
  const senderPort = await findFreePort();
  const sender = await startChild(
    "bench/support/signed-sender-server.ts",
    { PORT: String(senderPort) },
    /listening/,
  );
  const portal = await startBenchPortal({
    OUTGOING_ALLOW: "127.0.0.0/8",
    CALLS_PER_PERSON: "10000",
    CALLS_PER_ORGANIZATION: "10000",
    CALLS_PER_PROCESS: "10000",
  });
  const owner = new pg.Client({ connectionString: await portal.databaseUrl("owner") });
  await owner.connect();
  try {
    const organization = await openOrganizationWithWebhooks(portal);
    const ids = await addWebhooks(organization, inbox.url);
    // Deliveries of the removed webhooks may wait for minutes until they are dropped.
    await owner.query("delete from outbox where topic = 'webhook.delivery'");
    return [
      ...(await measureRate(owner, inbox, { organization, senderPort })),
      ...(await measureDelay(organization, inbox)),
      await measureHanging(owner, inbox, { organization, hangingId: ids[0] ?? "" }),
    ];
  } finally {
    // Ends the hanging requests, because the portal would wait for them.
    inbox.close();
    await owner.end();
    await portal.stop();
    await sender.stop();
  }
}

async function openOrganizationWithWebhooks(portal: BenchPortal): Promise<WebhookOrganization> {
  const { accessToken, organizationId } = await portal.signIn("inhaberin");
  return {
    organizationId,
    async call(method, path, body) {
      const response = await fetch(portal.baseUrl + path.replace("{id}", organizationId), {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    },
  };
}

/** Replaces the webhooks of the organization with ten that send to the inbox. Returns their ids. */
async function addWebhooks({ call }: WebhookOrganization, url: string): Promise<string[]> {
  const path = "/api/tenant/organizations/{id}/webhooks";
  const { data } = (await call("GET", path)) as { data: { id: string }[] };
  for (const { id } of data) await call("DELETE", `${path}/${id}`);
  const ids: string[] = [];
  for (let index = 0; index < webhooks; index += 1) {
    const body = { name: `Ziel ${index}`, url: `${url}/${index}`, eventTypes: ["department.renamed"] };
    ids.push(String((await call("POST", path, body))["id"]));
  }
  return ids;
}

/** Creates the deliveries of `events` events in one transaction, and returns after its commit. */
async function addEvents(owner: pg.Client, organizationId: string, events: number): Promise<void> {
  await owner.query("begin");
  await owner.query("select set_config('app.organization_id', $1, true)", [organizationId]);
  await owner.query(
    `with created as (
       insert into webhook_delivery (organization_id, id, webhook_id, event_id, event_type, sequence, ids, occurred_at,
         state, next_attempt_at)
       select w.organization_id, gen_random_uuid(), w.id, e.id, 'department.renamed', 1000000 + e.number,
         jsonb_build_object('departmentId', e.id), now(), 'pending', now()
       from (select gen_random_uuid() as id, number from generate_series(1, $2::int) as number) e
       join webhook w on w.organization_id = $1
       order by e.number
       returning organization_id, webhook_id, id, sequence
     )
     insert into outbox (id, topic, payload)
     select gen_random_uuid(), 'webhook.delivery', jsonb_build_object('organizationId', organization_id,
       'webhookId', webhook_id, 'deliveryId', id, 'sequence', sequence) from created`,
    [organizationId, events],
  );
  await owner.query("commit");
  // The portal also notifies after a commit. Otherwise the next poll would find them up to a second later.
  const announcement = { from: "bench", messages: [[outboxChannel, {}]] };
  await owner.query("select pg_notify('praxisportal', $1)", [JSON.stringify(announcement)]);
}

/** Waits until every outcome is stored, so that one measurement does not disturb the next. */
async function waitUntilSettled(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query("select from outbox where topic = 'webhook.delivery' limit 1");
    if (rows.length === 0) return;
    await sleep(50);
  }
}

/** Returns the number of requests per second between the first and the last arrival. */
function rateOf(arrivals: readonly { atMs: number }[]): number {
  const [first, last] = [arrivals[0]?.atMs ?? 0, arrivals.at(-1)?.atMs ?? 0];
  return ((arrivals.length - 1) * 1_000) / (last - first);
}

async function measureRate(
  owner: pg.Client,
  inbox: WebhookInbox,
  { organization, senderPort }: { organization: WebhookOrganization; senderPort: number },
): Promise<Row[]> {
  const portalRate = async (events: number): Promise<number> => {
    await addEvents(owner, organization.organizationId, events);
    const rate = rateOf(await inbox.take(events * webhooks));
    await waitUntilSettled(owner);
    return rate;
  };
  const rawRate = async (events: number): Promise<number> => {
    const parameters = { url: inbox.url, count: events * webhooks, parallel: perWebhook * webhooks };
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]) => [name, String(value)]),
    );
    const response = await fetch(`http://127.0.0.1:${senderPort}/?${query}`);
    if (!response.ok) throw new Error(await response.text());
    return rateOf(await inbox.take(events * webhooks));
  };
  await portalRate(warmUpEvents);
  await rawRate(warmUpEvents);
  const pairs: { rate: number; raw: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ rate: await portalRate(eventsPerRound), raw: await rawRate(eventsPerRound) });
  }
  const raw = median(pairs.map((pair) => pair.raw));
  return [
    {
      subject: "delivery rate relative to signing and posting only",
      value: median(pairs.map((pair) => pair.rate / pair.raw)),
      unit: "×",
      budget: { min: 0.8 },
      note: `${median(pairs.map(({ rate }) => rate)).toFixed(0)}/s against ${raw.toFixed(0)}/s`,
    },
  ];
}

/** Renames a department 50 times a second and measures the time from each event to its first delivery attempt. */
async function measureDelay({ call }: WebhookOrganization, inbox: WebhookInbox): Promise<Row[]> {
  const path = "/api/v1/organizations/{id}/departments";
  const { id } = await call("POST", path, { name: "Messung" });
  const events = Math.ceil(steadySeconds * eventsPerSecond);
  const startedAt = performance.now();
  const calls: Promise<unknown>[] = [];
  for (let number = 0; number < events; number += 1) {
    await sleep(Math.max(startedAt + (number * 1_000) / eventsPerSecond - performance.now(), 0));
    calls.push(call("PUT", `${path}/${String(id)}`, { name: `Messung ${number}` }));
  }
  await Promise.all(calls);
  const delays = (await inbox.take(events * webhooks)).map(({ delayMs }) => delayMs);
  const sorted = delays.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const subject = `event to attempt, ${eventsPerSecond} events a second for ${webhooks} webhooks`;
  return [
    { subject: `${subject}: median`, value: at(0.5), unit: "ms", budget: { max: 50 } },
    { subject: `${subject}: p99`, value: at(0.99), unit: "ms", budget: { max: 250 } },
  ];
}

/** Measures the delay of nine receivers whose deliveries are due at once while a tenth receiver hangs. */
async function measureHanging(
  owner: pg.Client,
  inbox: WebhookInbox,
  { organization, hangingId }: { organization: WebhookOrganization; hangingId: string },
): Promise<Row> {
  const path = `/api/tenant/organizations/{id}/webhooks/${hangingId}`;
  await organization.call("PUT", path, { url: `${inbox.url}/hangs` });
  await waitUntilSettled(owner);
  await addEvents(owner, organization.organizationId, hangingEvents);
  const startedAt = performance.now();
  const arrivals = await inbox.take(hangingEvents * (webhooks - 1));
  return {
    subject: `${hangingEvents * webhooks} deliveries, one of ten receivers hanging: time until the others finish`,
    value: (arrivals.at(-1)?.atMs ?? 0) - startedAt,
    unit: "ms",
    budget: { max: 1_000 },
    note: "from the commit",
  };
}
