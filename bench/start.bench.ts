import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyStartedData } from "./support/portal.ts";
import { startChild } from "./support/process.ts";
import { median, type Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";
import { findFreePort } from "../apps/server/test/cluster/free-port.ts";

const starts = scaled(5, 1);

/** Measures the time from the command to the first page if nothing has changed since the last start. */
export async function measure(): Promise<Row[]> {
  const dataDir = await copyStartedData();
  const emptyDir = await mkdtemp(join(tmpdir(), "praxisportal-bench-"));
  try {
    const first = await startOnce(emptyDir);
    await startOnce(dataDir);
    const seconds: number[] = [];
    for (let index = 0; index < starts; index += 1) seconds.push(await startOnce(dataDir));
    return [
      {
        subject:
          "first start to the first page, with the database and the demonstration, whose history follows",
        value: first,
        unit: "s",
      },
      {
        subject: "second start to the first page, without npm's own time",
        value: median(seconds),
        unit: "s",
        budget: { max: 1 },
      },
    ];
  } finally {
    for (const folder of [dataDir, emptyDir]) await rm(folder, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = await startChild(
    "start.mjs",
    { PORT: String(port), DATA_DIR: dataDir, DEMO: "on" },
    /Ctrl\+C/,
  );
  await (await fetch(`http://127.0.0.1:${port}/login`)).text();
  const seconds = (performance.now() - startedAt) / 1000;
  await child.stop();
  return seconds;
}
