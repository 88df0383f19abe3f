import type { PoolClient } from "pg";

type Prepared = { connection: { parsedStatements: Record<string, string> } };

/** How often a connection is checked, in uses; counting its statements each time would cost more than some of them. */
const checkedEvery = 20;

const uses = new WeakMap<PoolClient, number>();

/**
 * Called when a connection returns to its pool. Drops its prepared statements when there are more than `max`, because
 * it also keeps those whose names were given to other texts meanwhile. The next use prepares a statement again.
 */
export function limitPrepared(client: PoolClient, max: number): void {
  const count = (uses.get(client) ?? 0) + 1;
  uses.set(client, count);
  if (count % checkedEvery !== 0) return;
  const { connection } = client as unknown as Prepared;
  if (Object.keys(connection.parsedStatements).length <= max) return;
  // The connection is idle, and what it runs next is sent after this.
  client.query("deallocate all").catch(() => undefined);
  connection.parsedStatements = {};
}
