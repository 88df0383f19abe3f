/** Verdict on a run of the tests of a defense. */
export type Verdict = "killed" | "survived" | "unclear";

/** Parts of Vitest's JSON report that are used. */
export type TestReport = {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

/**
 * Messages of code that cannot run, which proves nothing about a defense. Server and test doubles may wrap the error.
 */
const crash = /^SyntaxError|\bReferenceError\b|\w is not defined|Cannot find (?:module|package)/;
/** Vitest's own timeouts. A busy machine causes them as well, so they prove nothing about a defense. */
const timeout = /(?:Test|Hook) timed out in \d+\s?ms/;

/**
 * Returns the verdict on a run. Killed: a test of the defense ran and failed on an assertion. Survived: all its tests
 * passed. Otherwise (no such test ran, the file did not load, a set-up failed, a timeout), the result is unclear.
 */
export function verdictOf(report: TestReport | undefined, name: string): Verdict {
  const matching = casesOf(report).filter((test) => test.fullName.includes(name));
  const failed = matching.filter(({ status }) => status === "failed");
  if (failed.some(({ failureMessages }) => failedOnAssertion(failureMessages ?? []))) return "killed";
  return failed.length === 0 && matching.length > 0 && matching.every(({ status }) => status === "passed")
    ? "survived"
    : "unclear";
}

/** Returns whether a test failed on an assertion, even if it also timed out. */
function failedOnAssertion(messages: readonly string[]): boolean {
  return !messages.some((text) => crash.test(text)) && messages.some((text) => !timeout.test(text));
}

/** Returns named tests that fail on unchanged code, or do not exist. */
export function baselineFaults(report: TestReport | undefined, names: readonly string[]): string[] {
  const ran = casesOf(report);
  return names.flatMap((name) => {
    const matching = ran.filter((test) => test.fullName.includes(name));
    if (matching.length === 0) return [`no test is called "${name}"`];
    return matching
      .filter(({ status }) => status !== "passed")
      .map(({ fullName }) => `fails anyway: ${fullName}`);
  });
}

/** Returns the tests that ran. Tests not selected by name are "skipped" or "pending". */
function casesOf(report: TestReport | undefined) {
  return (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed");
}
