import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { secretStateOf } from "../../../platform/crypto/secret-chain.ts";
import * as devices from "./device.queries.ts";

/**
 * Finds the browser of a request by its cookie and locks it. Returns undefined when the browser is not known or its
 * secret is retired.
 */
export async function lockKnownDevice(tx: WriteTransaction, origin: RequestOrigin, now: Date) {
  if (origin.deviceSecret === undefined) return undefined;
  const deviceRow = await devices.lockDeviceForPeople(tx, hashToken(origin.deviceSecret));
  if (deviceRow === undefined || deviceRow.revoked_at !== null || deviceRow.kind !== "browser")
    return undefined;
  const device = { generation: deviceRow.generation, previousRetiresAt: deviceRow.previous_retires_at };
  return secretStateOf(deviceRow.secret_generation, device, now) === "reused" ? undefined : deviceRow;
}

/**
 * Advances two generations, so that neither the current secret nor an issued child works after a sign-in or an unlock.
 */
export async function renewDevice(
  tx: WriteTransaction,
  device: { device_id: string; generation: number },
  now: Date,
): Promise<number> {
  const { device_id: deviceId, generation } = device;
  await devices.promoteNextSecret(tx, deviceId, generation, now);
  await devices.promoteNextSecret(tx, deviceId, generation + 1, now);
  // Deletes the old secrets instead of retiring them: a refresh of another tab in flight is then refused, and is not
  // mistaken for a copied cookie, which would end the session that has just begun.
  await devices.pruneSecrets(tx, deviceId, generation + 2);
  return generation + 2;
}
