import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const server = fileURLToPath(new URL("../../server/src/", import.meta.url));
const german = fileURLToPath(new URL("../src/app/pages/admin/admin.de.json", import.meta.url));

/** Returns the names of all scheduled jobs in the server's source code. */
function jobNames(): string[] {
  return globSync("**/*.ts", { cwd: server, exclude: ["**/*.test.ts"] }).flatMap((file) =>
    [
      ...readFileSync(`${server}${file}`, "utf8").matchAll(/\bname: "([a-z-]+)",\s*(?:\/\/.*\s*)*cron\b/g),
    ].flatMap(([, name]) => name ?? []),
  );
}

it("the administration page has a German name for every scheduled job of the server", () => {
  const names = jobNames();
  const { work } = JSON.parse(readFileSync(german, "utf8")) as { work: { names: object } };
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !(name in work.names))).toEqual([]);
});
