import { createHmac, timingSafeEqual } from "node:crypto";
import type { RotatedKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { DigestRecipient } from "./weekly-digest.platform-queries.ts";

const idBytes = 16;
const macBytes = 32;

/**
 * Returns the token of the link that ends the weekly digest of a person in an organization: both ids and a code over
 * them (HMAC-SHA-256). It does not expire, because a mail may be opened years later, and it permits nothing else.
 */
export function unsubscribeToken({ present }: RotatedKeys, recipient: DigestRecipient): string {
  const ids = Buffer.concat([toBytes(recipient.personId), toBytes(recipient.organizationId)]);
  return Buffer.concat([ids, codeOf(present, ids)]).toString("base64url");
}

/** Returns the recipient named in a token, or undefined unless it was made with the current or the previous key. */
export function readUnsubscribeToken(
  { present, previous }: RotatedKeys,
  token: string,
): DigestRecipient | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== 2 * idBytes + macBytes) return undefined;
  const [ids, code] = [bytes.subarray(0, 2 * idBytes), bytes.subarray(2 * idBytes)];
  const keys = previous === undefined ? [present] : [present, previous];
  if (!keys.some((key) => timingSafeEqual(code, codeOf(key, ids)))) return undefined;
  return { personId: toUuid(ids.subarray(0, idBytes)), organizationId: toUuid(ids.subarray(idBytes)) };
}

function codeOf(key: Buffer, ids: Buffer): Buffer {
  return createHmac("sha256", key).update("weekly-digest:").update(ids).digest();
}

function toBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

function toUuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
