import { describe, expect, it } from "vitest";
import { dayAfter, endOfNextMonth, lastDayBefore } from "./contract-days.ts";

describe("the days of the end of a contract", () => {
  it("include the end of the next month as the proposed end", () => {
    expect(["2026-01-31", "2026-11-24", "2026-12-05", "2028-01-01"].map(endOfNextMonth)).toEqual([
      "2026-02-28",
      "2026-12-31",
      "2027-01-31",
      "2028-02-29",
    ]);
  });

  it("are calculated from a complete date only", () => {
    expect(dayAfter("2026-12-31", 30)).toBe("2027-01-30");
    expect(dayAfter("2026-03-01", 30)).toBe("2026-03-31");
    expect(dayAfter("", 30)).toBeUndefined();
  });

  it("are the same whether or not the clocks change", () => {
    const german = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });
    // 30 days after the ends of contracts on 30 September, 28 February and 30 June.
    const erased = ["2026-10-30T22:00:00Z", "2026-03-30T23:00:00Z", "2026-07-30T22:00:00Z"];
    expect(erased.map((moment) => german.format(lastDayBefore(moment)))).toEqual([
      "2026-10-30",
      "2026-03-30",
      "2026-07-30",
    ]);
  });
});
