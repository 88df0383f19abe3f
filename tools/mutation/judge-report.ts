/** What a run of the named tests said. */
export type Verdict = "killed" | "survived" | "unclear";

/** The part of the JSON report of vitest that is read. */
export type TestReport = {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

/** Code that cannot run says nothing about a defence. */
const crash = /^(?:SyntaxError|ReferenceError)|Cannot find (?:module|package)/;

/**
 * Killed: a named test ran and failed by what it saw. Survived: all named tests passed. Everything else (no test of that
 * name ran, the file did not load, a set-up failed) is unclear and never counts as killed.
 */
export function judge(report: TestReport | undefined, name: string): Verdict {
  const named = casesOf(report).filter((test) => test.fullName.includes(name));
  const failed = named.filter(({ status }) => status === "failed");
  if (failed.some(({ failureMessages }) => !(failureMessages ?? []).some((text) => crash.test(text)))) {
    return "killed";
  }
  return failed.length === 0 && named.length > 0 && named.every(({ status }) => status === "passed")
    ? "survived"
    : "unclear";
}

/** Named tests that do not pass without any change, or do not exist. */
export function faultsOfBaseline(report: TestReport | undefined, names: readonly string[]): string[] {
  const ran = casesOf(report);
  return names.flatMap((name) => {
    const named = ran.filter((test) => test.fullName.includes(name));
    if (named.length === 0) return [`no test is called "${name}"`];
    return named
      .filter(({ status }) => status !== "passed")
      .map(({ fullName }) => `fails anyway: ${fullName}`);
  });
}

/** Tests that ran; those that the name did not choose are "skipped" or "pending". */
function casesOf(report: TestReport | undefined) {
  return (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed");
}
