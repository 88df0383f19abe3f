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
/** Vitest's own time limits. A busy machine reaches them as well, so they say nothing about a defence either. */
const timeout = /(?:Test|Hook) timed out in \d+\s?ms/;

/**
 * Killed: a named test ran and failed by what it saw. Survived: all named tests passed. Everything else (no test of that
 * name ran, the file did not load, a set-up failed, the time ran out) is unclear and never counts as killed.
 */
export function judge(report: TestReport | undefined, name: string): Verdict {
  const named = casesOf(report).filter((test) => test.fullName.includes(name));
  const failed = named.filter(({ status }) => status === "failed");
  if (failed.some(({ failureMessages }) => sawTheLoss(failureMessages ?? []))) return "killed";
  return failed.length === 0 && named.length > 0 && named.every(({ status }) => status === "passed")
    ? "survived"
    : "unclear";
}

/** Whether a test failed by what it saw. A time-out beside a failed assertion does not change that. */
function sawTheLoss(messages: readonly string[]): boolean {
  return !messages.some((text) => crash.test(text)) && messages.some((text) => !timeout.test(text));
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
