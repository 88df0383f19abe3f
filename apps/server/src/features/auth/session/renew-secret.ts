import { deriveRefreshSecret, hashToken } from "../../../platform/crypto/tokens.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { insertSecret } from "./device.queries.ts";
import { lockKnownDevice, renewDevice } from "./known-device.ts";

/**
 * Issues the next secret for the browser of a request after its user has proven who they are again; copies of the
 * previous secret become useless. Returns undefined when the device is not known.
 */
export async function renewSecret(
  tx: WriteTransaction,
  origin: RequestOrigin,
  { refreshKey, now }: { refreshKey: Buffer; now: Date },
): Promise<string | undefined> {
  const device = await lockKnownDevice(tx, origin, now);
  if (device === undefined) return undefined;
  const generation = await renewDevice(tx, device, now);
  const secret = deriveRefreshSecret(refreshKey, device.device_id, generation);
  await insertSecret(tx, device.device_id, generation, hashToken(secret));
  return secret;
}
