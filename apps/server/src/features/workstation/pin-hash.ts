import { createHmac } from "node:crypto";

/** User, organization and device that a PIN is bound to. */
export type PinBinding = { personId: string; organizationId: string; deviceId: string };

/**
 * Returns the value that is hashed in place of a PIN. All million PINs can be tried within hours, however slow the
 * hash is; a key outside the database makes a stolen table useless. The binding makes a row that was copied to
 * another user, organization or device useless, too.
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
