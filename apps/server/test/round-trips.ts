import pg from "pg";
import { BatchingClient } from "../src/platform/db/batching-client.ts";
import { BoundStatements } from "../src/platform/db/bound-statements.ts";

type Query = (this: BatchingClient, ...args: unknown[]) => Promise<unknown>;

/**
 * Returns the number of round trips of the longest transaction while `work` ran, including begin and commit. A
 * statement begins a round trip if its connection awaits no response. Later statements before the response share it.
 */
export async function longestTransaction(work: () => Promise<unknown>): Promise<number> {
  const client = BatchingClient.prototype as unknown as { query: Query };
  const { query } = client;
  const open = new WeakMap<BatchingClient, { roundTrips: number; awaited: number }>();
  let longest = 0;
  client.query = function (...args) {
    const { text = "" } = args[0] as { text?: string };
    if (text === "begin") open.set(this, { roundTrips: 0, awaited: 0 });
    const transaction = open.get(this) ?? { roundTrips: 0, awaited: 0 };
    if (transaction.awaited === 0) transaction.roundTrips += 1;
    transaction.awaited += 1;
    longest = Math.max(longest, transaction.roundTrips);
    const result = query.apply(this, args);
    const settle = () => void (transaction.awaited -= 1);
    result.then(settle, settle);
    return result;
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return longest;
}

/**
 * Returns the number of reads of an organization, and of statements whose text contains `part`, that were sent while
 * `work` ran.
 */
export async function countReads(part: string, work: () => Promise<unknown>): Promise<number> {
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = client;
  let reads = 0;
  client.query = function (this: unknown, ...args) {
    const [statement] = args as [{ text?: string } | string];
    const text = typeof statement === "string" ? statement : statement.text;
    if (statement instanceof BoundStatements || text?.includes(part)) reads += 1;
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return reads;
}
