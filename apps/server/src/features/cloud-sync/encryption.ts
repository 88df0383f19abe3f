import type { Encrypter } from "age-encryption";

/** Returns whether archives can be encrypted for a public key: its checksum must be correct and its point usable. */
export async function isUsableKey(publicKey: string): Promise<boolean> {
  try {
    await (await recipientOf(publicKey)).encrypt("");
    return true;
  } catch {
    return false;
  }
}

/** Encrypts chunks in the age format while they are read. Only the owner of the private key can decrypt them. */
export async function* encryptedFor(
  publicKey: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const recipient = await recipientOf(publicKey);
  yield* await recipient.encrypt(ReadableStream.from(chunks));
}

/** Loads the library on first use, because it takes 4 MB of memory. */
async function recipientOf(publicKey: string): Promise<Encrypter> {
  const { Encrypter } = await import("age-encryption");
  const encryption = new Encrypter();
  encryption.addRecipient(publicKey);
  return encryption;
}
