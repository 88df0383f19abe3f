import { isLostPrimary } from "./lost-primary.ts";

const databaseDownCodes: readonly string[] = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08001",
  // A change may be lost, because the server was replaced; a repetition with the same idempotency key is safe.
  "08007",
];

/** Messages of `pg`, which have no code. */
const lostConnection = /Connection terminated|after calling end on the pool|not queryable|timeout expired/;
/** Message of `pg` when all connections of a pool stay in use. */
const poolExhausted = "timeout exceeded when trying to connect";

/** Returns whether every connection is in use, so that no client may conclude that the database is down. */
export function isDatabaseBusy(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "53300" || message === poolExhausted;
}

/** Returns whether a statement failed because the database cannot be used at the moment. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined && databaseDownCodes.includes(code)) return true;
  return isLostPrimary(error) || lostConnection.test(message ?? "");
}
