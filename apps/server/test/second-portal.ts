import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, vi } from "vitest";
import { findFreePort } from "./cluster/free-port.ts";
import type { TestApp } from "./test-app.ts";

/**
 * Starts the real portal as another process on the database of a test, which may kill the process. Its connections have
 * the setting `test.process`, so that triggers can distinguish them.
 */
export async function startSecondPortal(
  { urls }: Pick<TestApp, "urls">,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; baseUrl: string }> {
  const port = await findFreePort();
  const withProcessOption = (url: string) => `${url}?options=${encodeURIComponent("-c test.process=other")}`;
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
      DATABASE_URL: withProcessOption(urls.app),
      DATABASE_PLATFORM_URL: withProcessOption(urls.platform),
      ...env,
    },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(output).toContain("Praxisportal is running"), {
    timeout: 60_000,
    interval: 50,
  });
  return { child, baseUrl: `http://127.0.0.1:${port}` };
}
