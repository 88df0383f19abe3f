import { describe, expect, it } from "vitest";
import { faultsOfBaseline, judge } from "./judge-report.ts";

const report = (...tests: [fullName: string, status: string, message?: string][]) => ({
  testResults: [
    {
      assertionResults: tests.map(([fullName, status, message]) => ({
        fullName,
        status,
        failureMessages: message === undefined ? [] : [message],
      })),
    },
  ],
});

describe("the verdict on a defence that was taken away", () => {
  it.each([
    ["killed", report(["login N42 answers alike", "failed", "AssertionError: expected 401"])],
    [
      "killed",
      report(["N42 answers alike, a", "passed"], ["N42 answers alike, b", "failed", "Error: contract"]),
    ],
    ["survived", report(["N42 answers alike", "passed"], ["N43 something else", "failed"])],
    ["unclear", report(["N42 answers alike", "failed", "ReferenceError: now is not defined"])],
    ["unclear", report(["N42 answers alike", "failed", "Error: Cannot find module './gone.ts'"])],
    ["unclear", report(["N42 answers alike", "skipped"])],
    ["unclear", report()],
    ["unclear", undefined],
  ] as const)("is %s", (verdict, given) => {
    expect(judge(given, "N42 answers alike")).toBe(verdict);
  });

  it("a test that is missing or fails without any change proves nothing", () => {
    const given = report(["N42 answers alike", "failed"], ["N43 tells", "passed"]);
    expect(faultsOfBaseline(given, ["N42 answers", "N43 tells", "N44 limits"])).toEqual([
      "fails anyway: N42 answers alike",
      'no test is called "N44 limits"',
    ]);
  });
});
