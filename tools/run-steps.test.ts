import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MODULE = new URL("run-steps.mjs", import.meta.url).href;
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "praxisportal-steps-"));
  mkdirSync(join(root, "node_modules", ".bin"), { recursive: true });
  writeFileSync(join(root, "config.ts"), "");
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

interface TestStep {
  name: string;
  command: string[];
  needs?: string[];
  cases?: "vitest" | "playwright";
  timeoutMinutes: number;
  together?: boolean;
}

function step(name: string, program: string, more: Partial<TestStep> = {}): TestStep {
  return { name, command: ["node", "-e", program, "--"], timeoutMinutes: 1, ...more };
}

/** Returns the source of a program that writes a report with this content to the requested file. */
function reportingProgram(report: object | undefined, exitCode = 0): string {
  return `
    const word = process.argv.find((argument) => argument.startsWith("--outputFile.json="));
    const file = word ? word.split("=")[1] : process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
    ${report ? `require("node:fs").writeFileSync(file, ${JSON.stringify(JSON.stringify(report))});` : ""}
    console.log("details");
    process.exit(${exitCode});`;
}

/** Runs the steps and returns the printed lines without the durations. The last line is the sum. */
function runSteps(...steps: TestStep[]): string[] {
  const program = `
    const { runSteps, summary } = await import(${JSON.stringify(MODULE)});
    const [steps, root] = JSON.parse(process.argv[1]);
    console.log(summary(await runSteps(steps, { node: process.execPath, root })));`;
  const args = ["--input-type=module", "-e", program, JSON.stringify([steps, root])];
  const result = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (result.status !== 0) throw new Error(result.stderr);
  return result.stdout
    .trim()
    .replaceAll(/\(\d+\.\d s\)/g, "(time)")
    .split("\n");
}

const vitest = (passed: number, failed: number, pending: number, todo: number): object => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: pending,
  numTodoTests: todo,
});
const playwright = (expected: number, unexpected: number, flaky: number, skipped: number): object => ({
  stats: { expected, unexpected, flaky, skipped },
});

describe("the steps of npm test", () => {
  it("print one line each, and their cases are added up", () => {
    expect(
      runSteps(
        step("lint", `console.log("fine")`),
        step("unit", reportingProgram(vitest(12, 0, 1, 1)), { cases: "vitest" }),
        step("browser", reportingProgram(playwright(5, 0, 0, 1)), { cases: "playwright" }),
      ),
    ).toEqual([
      "✓ lint (time)",
      "✓ unit (time) – 12 passed, 0 failed, 2 skipped",
      "✓ browser (time) – 5 passed, 0 failed, 1 skipped",
      "18 passed, 0 failed, 3 skipped",
    ]);
  });

  it("show the output of a failed step and continue", () => {
    expect(
      runSteps(step("lint", `console.error("file.ts: wrong"); process.exit(1)`), step("types", "")),
    ).toEqual(["✗ lint (time)", "file.ts: wrong", "✓ types (time)", "1 passed, 1 failed, 0 skipped"]);
  });

  it("fail with the name of the file if a required file is missing", () => {
    expect(runSteps(step("lint", "", { needs: ["config.ts", ".oxlintrc.json"] }))).toEqual([
      "✗ lint (time)",
      "lint: missing .oxlintrc.json",
      "0 passed, 1 failed, 0 skipped",
    ]);
  });

  it.each([
    [
      "ended with an error although no case failed",
      reportingProgram(vitest(3, 0, 0, 0), 1),
      "3 passed, 1 failed, 0 skipped",
    ],
    ["ran no case at all", reportingProgram(vitest(0, 0, 0, 0)), "0 passed, 1 failed, 0 skipped"],
    ["wrote no report", reportingProgram(undefined), "0 passed, 1 failed, 0 skipped"],
    ["had failed cases", reportingProgram(vitest(3, 2, 0, 0), 1), "3 passed, 2 failed, 0 skipped"],
  ])("never count a run as successful that %s", (_, program, sum) => {
    expect(runSteps(step("unit", program, { cases: "vitest" })).at(-1)).toBe(sum);
  });

  it("run at the same time if they are marked, otherwise one after another", () => {
    const waiting = `
      const { existsSync } = require("node:fs");
      const end = Date.now() + 5_000;
      setInterval(() => existsSync("second") ? process.exit(0) : Date.now() > end && process.exit(1), 10);`;
    const writing = `require("node:fs").writeFileSync("second", "")`;
    const alone = `process.exit(require("node:fs").existsSync("second") ? 0 : 1)`;
    const together = { together: true };
    const lines = runSteps(
      step("first", waiting, together),
      step("second", writing, together),
      step("third", alone),
    );
    // The first two end at almost the same time.
    expect(lines.slice(0, 2).toSorted()).toEqual(["✓ first (time)", "✓ second (time)"]);
    expect(lines.slice(2)).toEqual(["✓ third (time)", "3 passed, 0 failed, 0 skipped"]);
  });

  it("report a flaky browser case as failed", () => {
    const lines = runSteps(
      step("browser", reportingProgram(playwright(3, 0, 1, 0)), { cases: "playwright" }),
    );
    expect(lines.at(-1)).toBe("3 passed, 1 failed, 0 skipped");
  });

  it("report a program that cannot run here as skipped, with the reason", () => {
    const lines = runSteps(step("disk", `console.log("skipped: no namespaces"); process.exit(77)`));
    expect(lines).toEqual(["✓ disk (time) – skipped: no namespaces", "0 passed, 0 failed, 1 skipped"]);
  });

  it("are stopped if they hang", () => {
    const lines = runSteps(step("slow", "setInterval(() => {}, 1000)", { timeoutMinutes: 0.005 }));
    expect(lines).toEqual(["✗ slow (time)", "ended by SIGKILL", "0 passed, 1 failed, 0 skipped"]);
  });
});

describe("npm test", () => {
  it("prints the summary even if it cannot start", () => {
    const args = [fileURLToPath(new URL("test.mjs", import.meta.url)), "no-such-group"];
    const result = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(result.status).toBe(1);
    expect(result.stderr).toContain("no-such-group");
    expect(result.stdout.trim().split("\n").at(-1)).toBe("0 passed, 1 failed, 0 skipped");
  });
});
