import { randomInt } from "node:crypto";

const digits = 8;

/** Creates a code of eight unpredictable digits, including leading zeros. */
export function makeRecoveryCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, "0");
}

/** Normalizes a typed one-time code of eight digits, ignoring spaces. Returns undefined when it is malformed. */
export function readRecoveryCode(typed: string): string | undefined {
  const plain = typed.replaceAll(/\s/g, "");
  return /^[0-9]{8}$/.test(plain) ? plain : undefined;
}
