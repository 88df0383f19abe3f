import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const file = fileURLToPath(new URL("open-log.ts", import.meta.url));

/** Runs code in a program that has `log` and `close`. Returns the messages on its standard output. */
async function messagesOf(lines: string): Promise<string[]> {
  const program = `import { openLog } from ${JSON.stringify(file)}; const { log, close } = openLog("info"); ${lines}`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
  const parse = (line: string) => (JSON.parse(line) as { msg: string }).msg;
  return stdout.trim().split("\n").filter(Boolean).map(parse);
}

it("see R8-44 every line is written for any kind of process end", async () => {
  expect(await messagesOf(`log.info("one"); log.error("two"); close();`)).toEqual(["one", "two"]);
  expect(await messagesOf(`log.info("one"); process.exit(0);`)).toEqual(["one"]);
});

it("see R8-44 lines are written while the process runs, even if the buffer is not full", async () => {
  const program = `import { openLog } from ${JSON.stringify(file)}; openLog("info").log.info("early");
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  try {
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    expect(line.toString()).toContain("early");
  } finally {
    child.kill("SIGKILL");
  }
});
