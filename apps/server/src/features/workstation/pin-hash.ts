import { createHmac } from "node:crypto";

/** User, organization and device that a PIN is bound to. */
export type PinBinding = { personId: string; organizationId: string; deviceId: string };

/**
 * Returns the value that is hashed in place of a PIN. A million PINs can be tried within hours even with a slow hash,
 * so a key outside the database makes a stolen table useless. The binding also makes a row useless that was copied to
 * another user, organization or device.
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
