import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startReceiver } from "../../apps/server/test/webhooks/webhook-receiver.ts";
import type { SignedLog } from "./signed-log.ts";
import type { DepartmentWriter } from "./webhook-changes.ts";
import { waitUntilDelivered } from "./webhook-comparison.ts";
import type { Call, WebhookPortals } from "./webhook-portals.ts";

const lock = 4301;
const waitLimitMs = 60_000;
const drainMs = 120_000;

/** Point at which the worker is held in the database until it is killed. */
type HeldPoint = "commit" | "fan-out" | "settling" | "disabling";

type Environment = {
  portals: WebhookPortals;
  logs: readonly SignedLog[];
  departments: DepartmentWriter;
};

/**
 * Kills the worker at five planned points of a delivery, one after the other, and calls `report` with the name of each.
 * The other process may not claim messages in the meantime, so the worker is certain to reach the point.
 */
export async function killAtPlannedPoints(
  { portals, logs, departments }: Environment,
  report: (point: string) => void,
): Promise<void> {
  await portals.sql(triggers);
  const [firstLog] = logs;
  if (firstLog === undefined) throw new Error("there is no receiver");
  const { worker } = portals;

  /** Makes a change through the worker, kills it at the point that `reach` waits for, and waits for the deliveries. */
  const killAt = async (
    point: string,
    held: HeldPoint | null,
    reach: (change: Promise<unknown>) => Promise<void>,
  ) => {
    const call = await portals.signIn(worker);
    await portals.sql("update held set claims = true, point = $1", [held]);
    await reach(departments.renameOnce(call).catch(() => undefined));
    // Expire the leases of the killed process. The other process has none.
    await portals.sql("update held set claims = false, point = null");
    await portals.sql("update outbox set leased_until = null");
    await waitUntilDelivered(portals, drainMs);
    report(point);
    await worker.start();
  };

  await killAt("after the commit", "commit", (change) =>
    holdLock(portals, async (release) => {
      await Promise.race([waiters(portals), change]);
      // The commit succeeds while its process is no longer running.
      worker.suspend();
      await release();
      await waitUntilSome(() => portals.sql("select from outbox where topic = 'events'"), "no commit");
      await worker.killServer();
    }),
  );
  await killAt("in the middle of the fan-out", "fan-out", () => killWaiting(portals));
  await killAt("after the response 200, before it is settled", null, async () => {
    const response = await firstLog.interceptNext();
    worker.suspend();
    response.end("ok");
    await once(response, "finish");
    await worker.killServer();
  });
  await killAt("while settling", "settling", () => killWaiting(portals));
  const goneReceiver = await startReceiver();
  goneReceiver.respondWithStatus(410);
  await addWebhook(portals, await portals.signIn(portals.api), goneReceiver.url);
  await killAt("while disabling", "disabling", () => killWaiting(portals));
  await goneReceiver.stop();
  await assertDisabledOnce(portals);
}

/** Creates a webhook for renamed departments. Returns its secret. */
export async function addWebhook(
  { organizationId }: WebhookPortals,
  call: Call,
  url: string,
): Promise<string> {
  const body = { name: "Labor", url, eventTypes: ["department.renamed"] };
  const { status, result } = await call("POST", `/api/tenant/organizations/${organizationId}/webhooks`, body);
  if (status !== 201) throw new Error(`the webhook was not created: ${status} ${JSON.stringify(result)}`);
  return String(result["secret"]);
}

/** Kills the worker while one of its statements is held; the statement is rolled back. */
function killWaiting(portals: WebhookPortals): Promise<void> {
  return holdLock(portals, async () => {
    const pids = await waiters(portals);
    portals.worker.suspend();
    await portals.sql("select pg_terminate_backend(pid) from unnest($1::int[]) as pid", [pids]);
    await portals.worker.killServer();
  });
}

/** Runs `work` while this process holds the lock that the triggers wait for. */
async function holdLock(
  { api }: WebhookPortals,
  work: (release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const holder = new pg.Client({ connectionString: api.databaseUrl });
  await holder.connect();
  try {
    await holder.query("select pg_advisory_lock($1)", [lock]);
    await work(() => holder.query("select pg_advisory_unlock($1)", [lock]));
  } finally {
    await holder.end();
  }
}

/** Returns the process ids of the connections that wait for the lock. */
async function waiters(portals: WebhookPortals): Promise<number[]> {
  const waiting = "select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted";
  const rows = await waitUntilSome(() => portals.sql<{ pid: number }>(waiting, [lock]), "nothing was held");
  return rows.map(({ pid }) => pid);
}

async function waitUntilSome<Row>(read: () => Promise<Row[]>, problem: string): Promise<Row[]> {
  const startedAt = performance.now();
  for (;;) {
    const rows = await read();
    if (rows.length > 0) return rows;
    if (performance.now() - startedAt > waitLimitMs) throw new Error(problem);
    await sleep(20);
  }
}

async function assertDisabledOnce(portals: WebhookPortals): Promise<void> {
  const [counts] = await portals.sql<{ webhooks: number; entries: number }>(
    `select (select count(*)::int from webhook where disabled_reason = 'gone') as webhooks,
       (select count(*)::int from audit_entry where action = 'webhook.disabled') as entries`,
  );
  if (counts?.webhooks !== 1 || counts.entries !== 1)
    throw new Error(
      `${counts?.webhooks} webhooks disabled, with ${counts?.entries} audit entries; both must be 1`,
    );
}

const triggers = `
  create table held (claims boolean not null, point text);
  insert into held values (false, null);
  create function is_worker() returns boolean language sql as
    $$ select coalesce(current_setting('test.process', true), '') = 'worker' $$;
  create function refuse_claim() returns trigger language plpgsql security definer as $$ begin
    if (select claims from held) and not is_worker() then raise exception 'held by the test'; end if;
    return new; end $$;
  create function hold() returns trigger language plpgsql security definer as $$ begin
    if (select point from held) = tg_argv[0] and is_worker() then perform pg_advisory_xact_lock(${lock}); end if;
    return new; end $$;
  create trigger refuse_claim before update of claims on outbox for each row execute function refuse_claim();
  create constraint trigger hold_commit after insert on outbox deferrable initially deferred
    for each row when (new.topic = 'events') execute function hold('commit');
  create trigger hold_fan_out after insert on webhook_delivery for each row execute function hold('fan-out');
  create trigger hold_settling after insert on webhook_attempt for each row execute function hold('settling');
  create trigger hold_disabling after update on webhook
    for each row when (old.enabled and not new.enabled) execute function hold('disabling')`;
