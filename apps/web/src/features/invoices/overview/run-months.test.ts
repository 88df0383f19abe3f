import { describe, expect, it } from "vitest";
import { monthBefore, runMonths } from "./run-months.ts";

describe("months of a run", () => {
  it("go back one year from the current month", () => {
    const months = runMonths("2026-02-01");
    expect(months.slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
    expect(months.at(-1)).toBe("2025-02");
    expect(months).toHaveLength(13);
  });

  it("have a previous month, even in January", () => {
    expect(monthBefore("2026-01")).toBe("2025-12");
    expect(monthBefore("2026-12")).toBe("2026-11");
  });
});
