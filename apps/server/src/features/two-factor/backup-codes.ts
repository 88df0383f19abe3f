import { backupCodeCount } from "@praxisportal/contract/limits";
import { makePrintedGroups, normalizePrintedCode } from "../../platform/crypto/printed-code.ts";

/** Groups of characters in a code, with 60 bits of entropy in total. */
const groups = 3;

/** Creates ten codes such as `4-K7QX-9M2P-WHTC`, in the order of their numbers. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: backupCodeCount }, (_, slot) => [slot, ...makePrintedGroups(groups)].join("-"));
}

/** Normalizes a typed backup code, ignoring spaces, hyphens and case. Returns undefined if it is malformed. */
export function readBackupCode(input: string): { slot: number; code: string } | undefined {
  const plain = normalizePrintedCode(input);
  return /^[0-9][A-Z2-9]{12}$/.test(plain) ? { slot: Number(plain[0]), code: plain } : undefined;
}
