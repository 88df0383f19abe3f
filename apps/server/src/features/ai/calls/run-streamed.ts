import type { Logger } from "pino";
import type { MeteredCall, MeteredCallResult } from "./metered-call.ts";

/**
 * Runs a call whose response has begun. If its usage cannot be booked, logs that and returns undefined, so that the
 * stream can report it; the job for lost calls settles the hold.
 */
export async function runStreamed(
  call: Pick<MeteredCall, "id" | "run">,
  log: Pick<Logger, "error">,
): Promise<MeteredCallResult | undefined> {
  try {
    return await call.run();
  } catch (error) {
    log.error({ err: error, callId: call.id }, "ai: a streamed call could not be booked");
    return undefined;
  }
}
