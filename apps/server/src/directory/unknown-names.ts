import { loginFailureWindowMs } from "@praxisportal/contract/limits";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { networkOf } from "../platform/http/origin/network-of.ts";
import type { RequestOrigin } from "../platform/request-context/request-context.ts";
import { countAttempt, networksOf, type UnknownNameAction } from "./unknown-names.queries.ts";

/** Networks counted separately in a window. All others share one counter, so that an attack leaves few entries. */
const separateNetworksMax = 100;

/**
 * Counts a failed attempt under a name that no account has. An audit entry for each of them would let anyone fill the
 * platform's log, which is never shortened; a job writes one entry per network and window instead. Sends as many
 * packets as an audit entry, the last one together with what the transaction emits, so that response times do not
 * reveal which names exist.
 */
export async function countUnknownName(
  tx: WriteTransaction,
  origin: RequestOrigin,
  { action, reason }: { action: UnknownNameAction; reason: string },
  now: Date,
): Promise<void> {
  const windowEndsAt = new Date(
    (Math.floor(now.getTime() / loginFailureWindowMs) + 1) * loginFailureWindowMs,
  );
  const network = networkOf(origin.address);
  const [[found]] = await tx.send(() => [networksOf({ windowEndsAt, network })]);
  const isSeparate = found?.is_counted === true || Number(found?.networks ?? 0) < separateNetworksMax;
  tx.sendLast(
    countAttempt({
      windowEndsAt,
      network: isSeparate ? network : "",
      action,
      reason,
      request: isSeparate ? JSON.stringify(origin.audit) : null,
      origin: origin.isBrowser ? "ui" : "api",
    }),
  );
}
