import type { Encrypter } from "age-encryption";

/** Whether archives can be encrypted for a public key: its checksum is right and it is a point that can be used. */
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

/** Loaded on first use: the library takes 4 MB. */
async function recipientOf(publicKey: string): Promise<Encrypter> {
  const { Encrypter } = await import("age-encryption");
  const encryption = new Encrypter();
  encryption.addRecipient(publicKey);
  return encryption;
}
