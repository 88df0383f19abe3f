import { setTimeout as sleep } from "node:timers/promises";
import type { SignedLog } from "./signed-log.ts";
import type { WebhookPortals } from "./webhook-portals.ts";

/** Comparison of the receivers' logs with the committed changes. */
export type Verdict = {
  committed: number;
  /** Numbers of events that the receivers should have accepted and that they accepted more than once. */
  deliveries: number;
  duplicates: number;
  lost: number;
  invented: number;
  problems: string[];
};

/**
 * Compares the accepted events of the receivers with the committed changes in the database. `duplicatesMax` returns how
 * many of a number of deliveries may be duplicates.
 */
export async function compareLogs(
  portals: WebhookPortals,
  logs: readonly SignedLog[],
  duplicatesMax: (deliveries: number) => number,
): Promise<Verdict> {
  const rows = await portals.sql<{ seq: string }>(
    "select seq from audit_entry where organization_id = $1 and action = 'department.renamed' and outcome = 'success'",
    [portals.organizationId],
  );
  const committed = new Set(rows.map(({ seq }) => Number(seq)));
  let [lost, invented, duplicates, unverified] = [0, 0, 0, 0];
  for (const log of logs) {
    unverified += log.unverifiedCount;
    const events = [...log.accepted.values()];
    const sequences = new Set(events.map(({ sequence }) => sequence));
    lost += [...committed].filter((sequence) => !sequences.has(sequence)).length;
    // The sequence number of a change that was rolled back is used by the next change.
    invented += events.length - [...sequences].filter((sequence) => committed.has(sequence)).length;
    duplicates += events.reduce((sum, { count }) => sum + count - 1, 0);
  }
  const deliveries = committed.size * logs.length;
  const problems = [
    committed.size === 0 && "nothing was committed: the run proves nothing",
    lost > 0 && `${lost} deliveries were lost`,
    invented > 0 && `${invented} deliveries had no committed change`,
    unverified > 0 && `${unverified} requests had a wrong signature`,
    duplicates > duplicatesMax(deliveries) && `${duplicates} of ${deliveries} deliveries were duplicates`,
  ].filter((problem) => problem !== false);
  return { committed: committed.size, deliveries, duplicates, lost, invented, problems };
}

/** Waits until all deliveries and messages are processed. Rejects after `limitMs`. */
export async function waitUntilDelivered(portals: WebhookPortals, limitMs: number): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const [openWork] = await portals.sql<{ deliveries: number; messages: number }>(
      `select (select count(*)::int from webhook_delivery where state = 'pending') as deliveries,
         (select count(*)::int from outbox where topic in ('events', 'webhook.delivery')) as messages`,
    );
    if (openWork?.deliveries === 0 && openWork.messages === 0) return;
    if (performance.now() - startedAt > limitMs)
      throw new Error(`${openWork?.deliveries} deliveries and ${openWork?.messages} messages remain`);
    await sleep(100);
  }
}
