import { describe, expect, it } from "vitest";
import { announcedSeconds, displayedTime } from "./displayed-time.ts";

describe("countdown", () => {
  it("R4-33 shows minutes while at least one full minute is left", () => {
    expect(displayedTime(300)).toEqual({ value: "5:00", unit: "minutes" });
    expect(displayedTime(272)).toEqual({ value: "4:32", unit: "minutes" });
    expect(displayedTime(60)).toEqual({ value: "1:00", unit: "minutes" });
  });

  it("R4-34 shows seconds when less than a minute is left", () => {
    expect(displayedTime(60).unit).toBe("minutes");
    expect(displayedTime(59)).toEqual({ value: "59", unit: "seconds" });
    expect(displayedTime(0)).toEqual({ value: "0", unit: "seconds" });
  });

  it("is announced at 5, 2 and 1 minute and at 30 seconds only", () => {
    const announced = new Set<number>();
    for (let left = 300; left >= 0; left -= 1) announced.add(announcedSeconds(left, 300));
    expect([...announced]).toEqual([300, 120, 60, 30]);
  });

  it("is announced at its start if it starts with less than 5 minutes", () => {
    expect(announcedSeconds(180, 180)).toBe(180);
    expect(announcedSeconds(120, 180)).toBe(120);
    expect(announcedSeconds(20, 20)).toBe(20);
  });
});
