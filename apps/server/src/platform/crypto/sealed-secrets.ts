import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const keyIdBytes = 4;

/** Keys of sealed secrets. The current key seals them, and the previous one only opens those that it sealed. */
export type SealingKeys = RotatedKeys;

/** A key and, while the master key is being changed, its predecessor. */
export type RotatedKeys = { present: Buffer; previous?: Buffer };

/** Keys derived from the master key, one per purpose. */
export type Keys = {
  refresh: Buffer;
  sealing: SealingKeys;
  repeats: Buffer;
  pins: Buffer;
  /** Authenticates the links that end the weekly digest. */
  unsubscribe: RotatedKeys;
};

/** @param previous Former master key, as long as secrets sealed with it may exist. */
export function deriveKeys(masterKey: Buffer, previous?: Buffer): Keys {
  const derive = (purpose: string, key = masterKey) =>
    Buffer.from(hkdfSync("sha256", key, "praxisportal", purpose, 32));
  const deriveBoth = (purpose: string): RotatedKeys => ({
    present: derive(purpose),
    ...(previous === undefined ? {} : { previous: derive(purpose, previous) }),
  });
  return {
    refresh: derive("refresh"),
    sealing: deriveBoth("sealing"),
    repeats: derive("repeats"),
    pins: derive("pins"),
    unsubscribe: deriveBoth("unsubscribe"),
  };
}

/** Returns the short public id of a key. During a rotation it shows which rows still use the old key. */
export function keyIdOf(key: Buffer): Buffer {
  return createHash("sha256").update("key-id").update(key).digest().subarray(0, keyIdBytes);
}

/**
 * Encrypts a secret for the database with AES-256-GCM. The result has version, key id, nonce, ciphertext and tag. `row`
 * identifies the row (`two_factor:<id>`), and a value that is copied to another row cannot be opened.
 */
export function seal({ present: key }: SealingKeys, row: string, secret: string): Buffer {
  const iv = randomBytes(ivBytes);
  const header = Buffer.concat([Buffer.from([version]), keyIdOf(key)]);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.concat([header, Buffer.from(row)]));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([header, iv, text, cipher.getAuthTag()]);
}

/** Decrypts a sealed secret. Throws if the keys, the row or the bytes do not match. */
export function open(keys: SealingKeys, row: string, sealed: Buffer): string {
  if (sealed[0] !== version) throw new Error("sealed secret has an unknown version");
  const start = 1 + keyIdBytes;
  if (sealed.length < start + ivBytes + tagBytes) throw new Error("sealed secret is truncated");
  const key = findKey(keys, sealed.subarray(1, start));
  const iv = sealed.subarray(start, start + ivBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.concat([sealed.subarray(0, start), Buffer.from(row)]));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const text = decipher.update(sealed.subarray(start + ivBytes, -tagBytes));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}

function findKey({ present, previous }: SealingKeys, keyId: Buffer): Buffer {
  if (keyIdOf(present).equals(keyId)) return present;
  if (previous !== undefined && keyIdOf(previous).equals(keyId)) return previous;
  throw new Error("sealed secret has an unknown key");
}
