import { randomInt } from "node:crypto";

/** The 32 letters and digits that are not easily confused on paper. Each has 5 bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const groupLength = 4;

/** Creates unpredictable groups of four characters, such as `K7QX`. Each has 20 bits. */
export function makePrintedGroups(count: number): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(""),
  );
}

/** Normalizes a code that a user typed from paper to capital letters without spaces and hyphens. */
export function normalizePrintedCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s\u2010-\u2015-]/g, "");
}
