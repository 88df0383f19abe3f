import { describe, expect, it } from "vitest";
import { rangeEnds, rangeOf } from "./date-range.ts";

describe("date range", () => {
  it("is undefined while an end is missing, and null if reversed", () => {
    expect(rangeOf({ from: "2026-01-01", to: "" })).toBeUndefined();
    expect(rangeOf({ from: "2026-02-01", to: "2026-01-01" })).toBeNull();
    expect(rangeOf({ from: "2026-01-01", to: "2026-01-01" })).toBe("2026-01-01..2026-01-01");
  });

  it("returns both ends", () => {
    expect(rangeEnds("2026-01-01..2026-01-31")).toEqual({ from: "2026-01-01", to: "2026-01-31" });
    expect(rangeEnds(undefined)).toEqual({ from: "", to: "" });
  });
});
