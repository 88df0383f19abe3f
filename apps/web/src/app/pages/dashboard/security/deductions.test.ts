import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import { securityCheckIds } from "@praxisportal/contract/organizations/security-checks.rules";
import { describe, expect, it } from "vitest";
import { topDeductions, missingPoints } from "./deductions.ts";

const checks = (...lost: number[]): SecurityCheck[] =>
  lost.map((points, index) => ({
    id: securityCheckIds[index] ?? "temporaryPasswords",
    points: 10 - points,
    maxPoints: 10,
    affected: points,
    total: 10,
  }));

describe("deductions of the security score", () => {
  it("see R2.4-10 lists the three largest in descending order", () => {
    expect(topDeductions(checks(0, 2, 7, 4)).largest.map(missingPoints)).toEqual([7, 4, 2]);
    expect(topDeductions(checks(0, 2, 7, 4)).rest).toBeUndefined();
  });

  it("see R2.4-10 combines the others in one entry, so that the deductions always add up", () => {
    const allChecks = checks(1, 2, 7, 4, 0, 3);
    const { largest, rest } = topDeductions(allChecks);
    expect(largest.map(missingPoints)).toEqual([7, 4]);
    expect(rest).toEqual({ count: 3, points: 6 });
  });

  it("see R2.4-10 lists no deductions if every check passes", () => {
    expect(topDeductions(checks(0, 0))).toEqual({ largest: [], rest: undefined });
  });
});
