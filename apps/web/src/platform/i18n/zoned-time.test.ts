import { describe, expect, it } from "vitest";
import { dayIn, endOfDay, localParts, momentIn } from "./zoned-time.ts";

describe("local time of a zone", () => {
  it("consists of the day and time that its clocks show", () => {
    expect(localParts("2026-11-23T23:30:00Z", "Europe/Zurich")).toEqual({ day: "2026-11-24", time: "00:30" });
    expect(localParts("2026-11-24T03:30:00Z", "America/New_York")).toEqual({
      day: "2026-11-23",
      time: "22:30",
    });
    expect(dayIn("Europe/Zurich", "2026-11-23T22:59:59Z")).toBe("2026-11-23");
    expect(dayIn("Europe/Zurich", "2026-11-23T23:00:00Z")).toBe("2026-11-24");
  });

  it.each([
    ["Europe/Zurich", "2026-11-23T18:00", "2026-11-23T17:00:00.000Z"],
    ["Europe/Zurich", "2026-07-23T18:00", "2026-07-23T16:00:00.000Z"],
    ["America/New_York", "2026-11-23T22:00", "2026-11-24T03:00:00.000Z"],
    ["Pacific/Auckland", "2026-11-23T01:00", "2026-11-22T12:00:00.000Z"],
    ["Asia/Kolkata", "2026-11-23T00:15", "2026-11-22T18:45:00.000Z"],
    // Clocks go forward from 02:00 to 03:00 and back from 03:00 to 02:00.
    ["Europe/Zurich", "2026-03-29T01:59", "2026-03-29T00:59:00.000Z"],
    ["Europe/Zurich", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
    ["Europe/Zurich", "2026-10-25T01:59", "2026-10-24T23:59:00.000Z"],
    ["Europe/Zurich", "2026-10-25T02:30", "2026-10-25T01:30:00.000Z"],
    ["Europe/Zurich", "2026-10-25T03:00", "2026-10-25T02:00:00.000Z"],
  ])("finds the moment at which clocks in %s show %s", (zone, local, moment) => {
    expect(momentIn(zone, local).toISOString()).toBe(moment);
  });

  it("has no moment for an empty field", () => {
    expect(momentIn("Europe/Zurich", "").getTime()).toBeNaN();
  });

  it("ends a day with its last second", () => {
    expect(endOfDay("Europe/Zurich", "2026-11-23").toISOString()).toBe("2026-11-23T22:59:59.000Z");
    expect(endOfDay("America/New_York", "2026-10-31").toISOString()).toBe("2026-11-01T03:59:59.000Z");
  });
});
