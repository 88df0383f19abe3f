import type { PoolClient } from "pg";

type Prepared = { connection: { parsedStatements: Record<string, string> } };

/** Number of uses between two checks of a connection; counting its statements on every use would be too expensive. */
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
