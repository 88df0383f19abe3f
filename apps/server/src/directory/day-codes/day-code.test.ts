import { describe, expect, it } from "vitest";
import { endOfDayCode, makeDayCode, readDayCode } from "./day-code.ts";

const endIn = (timeZone: string, now: string) => endOfDayCode(timeZone, new Date(now)).toISOString();

describe("a day code ends", () => {
  it.each([
    [
      "after twelve hours if it is issued in the morning",
      "Europe/Berlin",
      "2026-11-20T07:00:00.000Z",
      "2026-11-20T19:00:00.000Z",
    ],
    [
      "at midnight if it is issued later",
      "Europe/Berlin",
      "2026-11-20T13:10:30.000Z",
      "2026-11-20T22:59:59.000Z",
    ],
    [
      "at midnight in the organization's time zone",
      "Asia/Tokyo",
      "2026-11-20T13:10:30.000Z",
      "2026-11-20T14:59:59.000Z",
    ],
    [
      "at midnight on the day the clocks go back",
      "Europe/Berlin",
      "2026-10-25T13:00:00.000Z",
      "2026-10-25T22:59:59.000Z",
    ],
    [
      "at midnight if it is issued in the last minute",
      "Europe/Berlin",
      "2026-11-20T22:59:10.000Z",
      "2026-11-20T22:59:59.000Z",
    ],
  ])("%s", (_, timeZone, now, end) => {
    expect(endIn(timeZone, now)).toBe(end);
  });
});

describe("a day code", () => {
  it("is read with spaces, hyphens and lower case", () => {
    const { formatted, plain } = makeDayCode();
    expect(formatted).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    for (const typed of [formatted, plain, formatted.toLowerCase(), ` ${formatted.replace("-", " – ")} `]) {
      expect(readDayCode(typed)).toBe(plain);
    }
    for (const typed of ["", "1234567", "K7QX-9M2", "K7QX-9M2P-A"])
      expect(readDayCode(typed)).toBeUndefined();
  });
});
