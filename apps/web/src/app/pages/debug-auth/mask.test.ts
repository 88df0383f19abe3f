import { describe, expect, it } from "vitest";
import { mask } from "./mask.ts";

describe("mask", () => {
  it.each(["", "a", "Geheim-1", "x".repeat(31)])(
    "see R2.1-02 reveals no characters of the short value %s",
    (value) => {
      expect(mask(value)).toEqual({ mask: "••••", length: value.length });
    },
  );

  it("see R2.1-02 reveals four characters of a token of any length", () => {
    expect(mask(`${"a".repeat(39)}WXYZ`)).toEqual({ mask: "••••WXYZ", length: 43 });
    expect(mask(`${"a".repeat(4000)}WXYZ`).mask).toBe("••••WXYZ");
  });
});
