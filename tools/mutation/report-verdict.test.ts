import { describe, expect, it } from "vitest";
import { baselineFaults, verdictOf } from "./report-verdict.ts";

const timedOut = "Error: Test timed out in 30000ms.\nIf this is a long-running test, pass a timeout value";
const hookTimedOut = "Error: Hook timed out in 60000ms.";

const report = (...tests: [fullName: string, status: string, ...messages: string[]][]) => ({
  testResults: [
    {
      assertionResults: tests.map(([fullName, status, ...failureMessages]) => ({
        fullName,
        status,
        failureMessages,
      })),
    },
  ],
});

describe("the verdict on a removed defense", () => {
  it.each([
    ["killed", report(["login N42 answers alike", "failed", "AssertionError: expected 401"])],
    [
      "killed",
      report(["N42 answers alike, a", "passed"], ["N42 answers alike, b", "failed", "Error: contract"]),
    ],
    ["survived", report(["N42 answers alike", "passed"], ["N43 something else", "failed"])],
    ["unclear", report(["N42 answers alike", "failed", "ReferenceError: now is not defined"])],
    ["unclear", report(["N42 answers alike", "failed", "Error: POST /login: 500, now is not defined"])],
    ["unclear", report(["N42 answers alike", "failed", "AssertionError: logged: ReferenceError: now"])],
    ["unclear", report(["N42 answers alike", "failed", "Error: Cannot find module './gone.ts'"])],
    ["unclear", report(["N42 answers alike", "failed", timedOut])],
    ["unclear", report(["N42 answers alike", "failed", hookTimedOut])],
    ["unclear", report(["N42 answers alike, a", "passed"], ["N42 answers alike, b", "failed", timedOut])],
    ["killed", report(["N42 answers alike", "failed", timedOut, "AssertionError: expected 401"])],
    [
      "killed",
      report(
        ["N42 answers alike, a", "failed", timedOut],
        ["N42 answers alike, b", "failed", "AssertionError: expected 401"],
      ),
    ],
    ["killed", report(["N42 answers alike", "failed", "Error: Matcher did not succeed in time."])],
    ["unclear", report(["N42 answers alike", "failed"])],
    ["unclear", report(["N42 answers alike", "skipped"])],
    ["unclear", report()],
    ["unclear", undefined],
  ] as const)("is %s", (verdict, baseline) => {
    expect(verdictOf(baseline, "N42 answers alike")).toBe(verdict);
  });

  it("a test that is missing or fails on unchanged code proves nothing", () => {
    const baseline = report(["N42 answers alike", "failed"], ["N43 tries", "passed"]);
    expect(baselineFaults(baseline, ["N42 answers", "N43 tries", "N44 limits"])).toEqual([
      "fails anyway: N42 answers alike",
      'no test is called "N44 limits"',
    ]);
  });
});
