import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "./platform/clock/clock.ts";
import type { Config } from "./platform/config/config.ts";
import type { Database } from "./platform/db/database.ts";
import type { ProcessRegister } from "./platform/realtime/bus/process-register.platform-queries.ts";
import { StartRefusal } from "./start-refusal.ts";

/** Maximum difference between the clocks of this machine and the database, in ms. */
const clockDifferenceMaxMs = 2_000;
const clockSamples = 3;
/** Maximum time to wait for a beat of another process, in ms. Each process beats every second. */
const beatWaitMs = 3_000;
const beatCheckMs = 100;

/**
 * Throws if the clock of this machine differs too much from the clock of the database. Sessions, tokens and links of
 * one process expire by the clock of another one or of the database.
 */
export async function assertClockAgrees({ pool }: Pick<Database, "pool">, clock: Clock): Promise<void> {
  let best = { roundTripMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
  for (let sample = 0; sample < clockSamples; sample += 1) {
    const sentAt = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
    );
    const roundTripMs = performance.now() - sentAt;
    const aheadMs = clock.now().getTime() - roundTripMs / 2 - (rows[0]?.ms ?? 0);
    if (roundTripMs < best.roundTripMs) best = { roundTripMs, aheadMs };
  }
  // The uncertainty of the round trip counts in favor of the clock.
  if (Math.abs(best.aheadMs) - best.roundTripMs / 2 <= clockDifferenceMaxMs) return;
  const seconds = (Math.abs(best.aheadMs) / 1_000).toFixed(1);
  throw new StartRefusal(
    `DATABASE_URL: the clock of this machine is ${seconds} s ${best.aheadMs > 0 ? "ahead of" : "behind"} the clock of the database, but only 2 s are allowed. Synchronize both with a time server (NTP).`,
  );
}

/**
 * Returns whether another process uses the same database. Waits for its next beat, because a killed one stays
 * registered.
 */
export async function hasOtherProcess(register: ProcessRegister, id: string): Promise<boolean> {
  const before = await register.readOtherBeats(id);
  for (let waitedMs = 0; before.size > 0 && waitedMs < beatWaitMs; waitedMs += beatCheckMs) {
    await sleep(beatCheckMs);
    const now = await register.readOtherBeats(id);
    if ([...now].some(([other, beat]) => before.get(other) !== beat)) return true;
  }
  return false;
}

/** Throws if several processes would write mails to separate folders, where they would not be found. */
export async function assertMailsAreSent(
  { databaseUrls, smtpUrl }: Pick<Config, "databaseUrls" | "smtpUrl">,
  hasOthers: () => Promise<boolean>,
): Promise<void> {
  if (databaseUrls === undefined || smtpUrl !== undefined || !(await hasOthers())) return;
  throw new StartRefusal(
    "SMTP_URL: is missing. Another process uses this database, and only a single process may write mails to a folder.",
  );
}
