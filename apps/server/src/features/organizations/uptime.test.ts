import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { presentUptime, type UptimeDay } from "./uptime.ts";

const day = (name: string, minutes: number, first = "00:00", last = "23:59"): UptimeDay => ({
  day: name,
  minutes,
  first_minute: new Date(`${name}T${first}:00Z`),
  last_minute: new Date(`${name}T${last}:00Z`),
});

describe("availability from recorded minutes", () => {
  it("see R7o-17 without a record is 100 from now on, and covers no past day", () => {
    const now = new Date("2026-03-10T12:00:00Z");
    const uptime = presentUptime([], now);
    expect(uptime.percent).toBe(100);
    expect(uptime.since).toBe(now.toISOString());
    expect(uptime.days.length).toBeLessThanOrEqual(1);
  });

  it("see R7o-17 counts from the first record, not from midnight", () => {
    const uptime = presentUptime([day("2026-03-10", 60, "11:00")], new Date("2026-03-10T12:00:00Z"));
    expect(uptime).toEqual({
      percent: 100,
      since: "2026-03-10T11:00:00.000Z",
      days: [{ day: "2026-03-10", percent: 100 }],
    });
  });

  it("see R7o-17 R2.4-13 counts a day without a record as downtime", () => {
    const rows = [day("2026-03-08", 1440), day("2026-03-10", 720, "00:00", "11:59")];
    const uptime = presentUptime(rows, new Date("2026-03-10T12:00:00Z"));
    expect(uptime.days).toEqual([
      { day: "2026-03-08", percent: 100 },
      { day: "2026-03-09", percent: 0 },
      { day: "2026-03-10", percent: 100 },
    ]);
    expect(uptime.percent).toBe(60);
  });

  it("see R7o-17 rounds down: with a lost minute it is never 100", () => {
    const rows = [day("2026-03-09", 1439), day("2026-03-10", 1, "00:00", "00:00")];
    const uptime = presentUptime(rows, new Date("2026-03-10T00:00:30Z"));
    expect(uptime.percent).toBe(99.93);
    expect(uptime.days[0]).toEqual({ day: "2026-03-09", percent: 99.93 });
  });

  it("see R7o-17 counts the current minute as recorded and never exceeds 100", () => {
    for (const seconds of ["00", "01", "59"]) {
      const uptime = presentUptime(
        [day("2026-03-10", 1, "12:00", "12:00")],
        new Date(`2026-03-10T12:00:${seconds}Z`),
      );
      expect(uptime.percent).toBe(100);
    }
  });

  it("see R7o-17 stays between 0 and 100 for any record", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 1439 }),
        (minutes, minuteOfDay) => {
          const rows = minutes.map((count, index) =>
            day(`2026-03-${String(index + 1).padStart(2, "0")}`, count),
          );
          const last = rows.at(-1)?.day ?? "";
          const now = new Date(Date.parse(`${last}T00:00:00Z`) + minuteOfDay * 60_000);
          const uptime = presentUptime(rows, now);
          for (const percent of [uptime.percent, ...uptime.days.map((uptimeDay) => uptimeDay.percent)]) {
            expect(percent).toBeGreaterThanOrEqual(0);
            expect(percent).toBeLessThanOrEqual(100);
          }
        },
      ),
    );
  });
});
