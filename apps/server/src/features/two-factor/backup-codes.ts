import { randomInt } from "node:crypto";
import { backupCodeCount } from "@praxisportal/contract/limits";

/** Letters and digits that are not easily confused on paper: 32 of them, so that twelve hold 60 bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const groups = 3;
const groupLength = 4;

/** Creates ten codes such as `4-K7QX-9M2P-WHTC`, in the order of their numbers. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: backupCodeCount }, (_, slot) => {
    const words = Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(""),
    );
    return [slot, ...words].join("-");
  });
}

/** Normalizes a typed backup code, ignoring spaces, hyphens and case; undefined when it is malformed. */
export function readBackupCode(typed: string): { slot: number; code: string } | undefined {
  const plain = typed.toUpperCase().replaceAll(/[\s\u2010-\u2015-]/g, "");
  return /^[0-9][A-Z2-9]{12}$/.test(plain) ? { slot: Number(plain[0]), code: plain } : undefined;
}
