/** A key pair of the age format. The private key never leaves the page unless the user copies or saves it. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Number of characters at the end of a private key that the user types to prove that they have saved it. */
export const typedLength = 8;

/** Creates a key pair in this browser. */
export async function createKey(): Promise<KeyPair> {
  const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
  const privateKey = await generateX25519Identity();
  return { privateKey, publicKey: await identityToRecipient(privateKey) };
}

/** Returns whether the text is the end of the private key, regardless of case and spaces. */
export function isEndOf(privateKey: string, typed: string): boolean {
  return typed.replaceAll(/\s/g, "").toUpperCase() === privateKey.slice(-typedLength);
}
