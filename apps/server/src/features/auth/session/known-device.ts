import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { secretStateOf } from "../../../platform/crypto/secret-chain.ts";
import * as devices from "./device.queries.ts";

/**
 * Finds the browser of a request by its cookie and locks it; undefined when it is not known or its secret is retired.
 */
export async function knownDevice(tx: WriteTransaction, origin: RequestOrigin, now: Date) {
  if (origin.deviceSecret === undefined) return undefined;
  const known = await devices.lockDeviceForPeople(tx, hashToken(origin.deviceSecret));
  if (known === undefined || known.revoked_at !== null || known.kind !== "browser") return undefined;
  const device = { generation: known.generation, previousRetiresAt: known.previous_retires_at };
  return secretStateOf(known.secret_generation, device, now) === "reused" ? undefined : known;
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
