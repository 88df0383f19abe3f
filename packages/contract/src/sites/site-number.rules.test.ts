import { describe, expect, it } from "vitest";
import { isSiteNumber, normalizeSiteNumber, siteNumberKindsOf } from "./site-number.rules.ts";
import { siteNumberSchema } from "./sites.schema.ts";

describe("site numbers", () => {
  it.each([
    ["bsnr", "123456789", true],
    ["bsnr", "12345678", false],
    ["bsnr", "12345678a", false],
    ["nbsnr", "987654321", true],
    ["nbsnr", "9876543210", false],
    ["vpnr", "123456", true],
    ["vpnr", "1234567", false],
    ["gln", "7601000000019", true],
    ["gln", "7601000000018", false],
    ["gln", "760100000001", false],
    ["zsr", "H123456", true],
    ["zsr", "1234567", false],
    ["zsr", "HH12345", false],
  ] as const)("see R3-28 %s %s: %s", (kind, value, isValid) => {
    expect(isSiteNumber(kind, value)).toBe(isValid);
  });

  it("see R3-28 a GLN with a wrong digit or two swapped digits is rejected, unless the digits differ by five", () => {
    const gln = "7569217076985";
    expect(isSiteNumber("gln", gln)).toBe(true);
    for (let index = 0; index < gln.length; index += 1) {
      for (const digit of "0123456789") {
        if (digit === gln[index]) continue;
        expect(isSiteNumber("gln", gln.slice(0, index) + digit + gln.slice(index + 1))).toBe(false);
      }
    }
  });

  it("see R3-28 are normalized", () => {
    expect(normalizeSiteNumber(" h 1234.56 ")).toBe("H123456");
    expect(siteNumberSchema.parse({ kind: "bsnr", value: "12 345 67-89" })).toEqual({
      kind: "bsnr",
      value: "123456789",
    });
    expect(siteNumberSchema.safeParse({ kind: "gln", value: "7601 0000 0001 8" }).success).toBe(false);
  });

  it("see R3-28 each country has its own kinds", () => {
    expect(siteNumberKindsOf("DE")).toEqual(["bsnr", "nbsnr"]);
    expect(siteNumberKindsOf("AT")).toEqual(["vpnr"]);
    expect(siteNumberKindsOf("CH")).toEqual(["gln", "zsr"]);
  });
});
