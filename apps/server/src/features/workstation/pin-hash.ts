import { createHmac } from "node:crypto";

/** What a PIN is bound to. */
export type PinBinding = { personId: string; organizationId: string; deviceId: string };

/**
 * Returns what is hashed in place of a PIN. A million PINs are tried in hours, however slow the hash is; with a key that is
 * not in the database a stolen table is useless. The binding makes a row that was copied to another user, organization or
 * device useless, too.
 */
export function keyedPin(
  key: Buffer,
  { personId, organizationId, deviceId }: PinBinding,
  pin: string,
): string {
  return createHmac("sha256", key)
    .update(["pin", personId, organizationId, deviceId, pin].join("\u0000"))
    .digest("base64url");
}
