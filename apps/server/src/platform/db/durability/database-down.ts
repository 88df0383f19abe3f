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
  // The server was replaced, so a change may be lost. Repeating it with the same idempotency key is safe.
  "08007",
];

/** Messages of `pg`, which have no code. */
const lostConnection = /Connection terminated|after calling end on the pool|not queryable|timeout expired/;
/** Message of `pg` if no connection of a pool becomes free in time. */
const poolExhausted = "timeout exceeded when trying to connect";

/** Returns whether every connection is in use, which does not mean that the database is down. */
export function isDatabaseBusy(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "53300" || message === poolExhausted;
}

/** Returns whether a statement failed because the database is currently unavailable. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined && databaseDownCodes.includes(code)) return true;
  return isLostPrimary(error) || lostConnection.test(message ?? "");
}
