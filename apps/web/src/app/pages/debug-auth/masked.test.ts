import { describe, expect, it } from "vitest";
import { masked } from "./masked.ts";

describe("masked", () => {
  it.each(["", "a", "Geheim-1", "x".repeat(31)])("R2.1-02 shows nothing of a short value: %s", (value) => {
    expect(masked(value)).toEqual({ mask: "••••", length: value.length });
  });

  it("R2.1-02 shows four characters of a token, whatever its length", () => {
    expect(masked(`${"a".repeat(39)}WXYZ`)).toEqual({ mask: "••••WXYZ", length: 43 });
    expect(masked(`${"a".repeat(4000)}WXYZ`).mask).toBe("••••WXYZ");
  });
});
