import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { findProgram, missingProgram, type Program } from "./programs.ts";

it.each<Program>(["nats-server", "haproxy"])(
  "R0-247 a test that needs %s is skipped without it, and names the Debian package",
  (program) => {
    expect(missingProgram(program, "")).toBe(`${program} is not installed (Debian package ${program})`);
    expect(missingProgram(program) === undefined).toBe(findProgram(program) !== undefined);
  },
);

/** Test files that start a program, with the number of their tests that need it. */
const users: readonly [file: string, program: Program, tests: number][] = [
  ["apps/server/src/platform/realtime/bus/nats-driver.test.ts", "nats-server", 1],
  ["apps/server/src/platform/realtime/bus/peer-monitor.test.ts", "nats-server", 3],
  ["apps/server/test/cluster/several-processes.test.ts", "nats-server", 2],
  ["apps/server/test/ops/examples.test.ts", "haproxy", 3],
];
const root = fileURLToPath(new URL("../../../..", import.meta.url));

it.each(users)("see R0-247 %s skips with that reason each test that needs %s", (file, program, tests) => {
  const text = readFileSync(`${root}/${file}`, "utf8");
  expect(text).toContain(`missingProgram("${program}")`);
  // A whole group states the reason in its title.
  const skipped = text.match(
    /skip\(missing !== undefined, missing\);|skipIf\(missing !== undefined\)\(\s*`[^`]*` \(\$\{missing\}\)`/g,
  );
  expect(skipped).toHaveLength(tests);
});

it("see R0-247 no other test starts one of these programs", () => {
  const files = globSync(["apps/**/*.test.ts", "packages/**/*.test.ts", "tools/**/*.test.ts"], {
    cwd: root,
    exclude: (name) => name === "node_modules",
  });
  expect(files.length).toBeGreaterThan(100);
  const starting = files.filter((file) =>
    /nats-servers\.ts"|findProgram\(|haproxy\.ts"/.test(readFileSync(`${root}/${file}`, "utf8")),
  );
  expect(starting.filter((file) => !file.endsWith("programs.test.ts")).toSorted()).toEqual(
    users.map(([file]) => file),
  );
});
