import { expect, it } from "vitest";
import { isEndOf } from "./make-key.ts";

it("see R0-98 accepts only the last 8 characters of the key, regardless of case and spaces", () => {
  const key = "AGE-SECRET-KEY-1QQQQQQQQQQQQABCDEFGH";
  for (const typed of ["ABCDEFGH", "abcdefgh", " ABCD EFGH "]) expect(isEndOf(key, typed)).toBe(true);
  for (const typed of ["", "BCDEFGH", "QABCDEFGH", "ABCDEFGX", key]) expect(isEndOf(key, typed)).toBe(false);
});
