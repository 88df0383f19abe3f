import type { PoolClient } from "pg";

type Prepared = { connection: { parsedStatements: Record<string, string> } };

/** Number of uses between two checks of a connection, because counting its statements on every use is too expensive. */
const checkedEvery = 20;

const uses = new WeakMap<PoolClient, number>();

/**
 * Drops the prepared statements of a connection if it has more than `max`, because it also keeps those whose names now
 * belong to other texts. The next use prepares a statement again. Called when a connection returns to its pool.
 */
export function limitPrepared(client: PoolClient, max: number): void {
  const count = (uses.get(client) ?? 0) + 1;
  uses.set(client, count);
  if (count % checkedEvery !== 0) return;
  const { connection } = client as unknown as Prepared;
  if (Object.keys(connection.parsedStatements).length <= max) return;
  // The connection is idle, and its next statement is sent after this one.
  client.query("deallocate all").catch(() => undefined);
  connection.parsedStatements = {};
}
