import { Decrypter } from "age-encryption";

/** Private key of these tests' key pair. */
export const privateKey = "AGE-SECRET-KEY-18PD7DF9ZU2T46JF4PF7UWLW238M3VTCWN62SEZLYRHY5Z88ULCGSP0NAES";

/** Decrypts an archive with the private key of the organization. */
export async function decrypted(file: Uint8Array, key = privateKey): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  return Buffer.from(await decrypter.decrypt(file));
}
