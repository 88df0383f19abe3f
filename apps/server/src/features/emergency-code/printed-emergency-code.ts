import { makePrintedGroups, normalizePrintedCode } from "../../platform/crypto/printed-code.ts";

/** One group identifies the sheet; the other three are secret and contain 60 bits in total, as in a backup code. */
const groupCount = 4;
const labelLength = 4;

/** An emergency code and its label. The label is stored as it is, the code only as a hash. */
export type PrintedEmergencyCode = {
  /** The first group, which is not secret. */
  label: string;
  /** The whole code without hyphens. Only its hash is stored. */
  plain: string;
};

/** Creates a code such as `K7QX-9M2P-WHTC-4RBN`. */
export function makeEmergencyCode(): PrintedEmergencyCode & { formatted: string } {
  const groups = makePrintedGroups(groupCount);
  const plain = groups.join("");
  return { label: plain.slice(0, labelLength), plain, formatted: groups.join("-") };
}

/** Reads a typed code, ignoring spaces, hyphens and case. Returns undefined when it is malformed. */
export function readEmergencyCode(typed: string): PrintedEmergencyCode | undefined {
  const plain = normalizePrintedCode(typed);
  return /^[A-Z2-9]{16}$/.test(plain) ? { label: plain.slice(0, labelLength), plain } : undefined;
}
