import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import {
  entitlementsIn,
  type EntitlementRow,
  type Entitlements,
  entitlementsOf,
} from "../entitlements.queries.ts";
import { recordCrossings } from "./limit-alerts.queries.ts";
import { seatsTakenIn } from "../seats.queries.ts";
import { type StoredBytesRow, storedBytesIn } from "./stored-files.queries.ts";

/**
 * Runs a change that may change the plan or the limits of an organization whose row is locked, and records the
 * thresholds that the current use crosses under new limits. Returns the limits before and after it.
 */
export async function changeLimits(
  tx: WriteTransaction,
  organizationId: string,
  change: () => Promise<void>,
): Promise<{ before: Entitlements; after: Entitlements }> {
  const [previousRows] = await tx.sendIn<[EntitlementRow]>(organizationId, (db) => [
    entitlementsOf(organizationId)(db),
  ]);
  await change();
  const [currentRows, [seats], [files]] = await tx.sendIn<
    [EntitlementRow, { taken: string }, StoredBytesRow]
  >(organizationId, (db) => [
    entitlementsOf(organizationId)(db),
    seatsTakenIn(organizationId)(db),
    storedBytesIn(organizationId)(db),
  ]);
  const [before, after] = [entitlementsIn(previousRows), entitlementsIn(currentRows)];
  const currentUse = { maxUsers: Number(seats?.taken), storageBytes: Number(files?.bytes) };
  for (const limit of ["maxUsers", "storageBytes"] as const) {
    await recordCrossings(tx, organizationId, limit, {
      before: { used: currentUse[limit], max: before[limit].value },
      after: { used: currentUse[limit], max: after[limit].value },
    });
  }
  return { before, after };
}
