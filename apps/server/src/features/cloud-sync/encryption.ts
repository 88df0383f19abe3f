import { Encrypter } from "age-encryption";

/** Whether archives can be encrypted for a public key: its checksum is right and it is a point that can be used. */
export async function isUsableKey(publicKey: string): Promise<boolean> {
  try {
    await recipientOf(publicKey).encrypt("");
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
  yield* await recipientOf(publicKey).encrypt(ReadableStream.from(chunks));
}

function recipientOf(publicKey: string): Encrypter {
  const encryption = new Encrypter();
  encryption.addRecipient(publicKey);
  return encryption;
}
