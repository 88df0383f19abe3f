import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { encodeGdtPatient } from "./gdt/encode-gdt.ts";

const main = join(import.meta.dirname, "main.ts");

let folder: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisserver-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** Starts the server as its own process and collects what it prints. */
function start(env: Record<string, string>) {
  const serverProcess = spawn(process.execPath, [main], { env: { ...process.env, ...env } });
  child = serverProcess;
  const run = {
    output: "",
    exit: once(serverProcess, "exit"),
    kill: (signal: NodeJS.Signals) => serverProcess.kill(signal),
  };
  for (const stream of [serverProcess.stdout, serverProcess.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (run.output += text));
  }
  return run;
}

describe("the process of the legacy practice server", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("stops on %s and prints no patient data", async (signal) => {
    const petra = { number: "1", lastName: "Musterpatientin", firstName: "Petra", birthDate: "1970-12-31" };
    const record = encodeGdtPatient(petra, "cp437");
    await writeFile(join(folder, "gut.gdt"), record);
    await writeFile(join(folder, "kaputt.gdt"), record.subarray(2));
    const run = start({ PORT: "0", PRAXIS_ID: "MUSTER-7", GDT_FOLDER: folder });
    const url = await vi.waitFor(
      () => {
        const printedUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(run.output)?.[0];
        if (printedUrl === undefined) throw new Error("not started yet");
        return printedUrl;
      },
      { timeout: 30_000 },
    );
    expect(await (await fetch(`${url}/api/health`)).json()).toEqual({ status: "ok" });
    const reason = join(folder, "fehlerhaft", "kaputt.gdt.grund.txt");
    await vi.waitFor(() => access(reason), { timeout: 30_000 });
    run.kill(signal);
    expect(await run.exit).toEqual([0, null]);
    expect(run.output).toContain("MUSTER-7");
    expect(run.output).not.toMatch(/Musterpatientin|Petra|1970/);
  });

  it("R7s-49 uses the local port 3000 by default", async () => {
    const run = start({ PORT: "" });
    // If the port is taken, the error message names it.
    await vi.waitFor(() => expect(run.output).toMatch(/127\.0\.0\.1:3000\b/), { timeout: 30_000 });
  });

  it("prints in one line why it does not start", async () => {
    const run = start({ PORT: "viele" });
    expect(await run.exit).toEqual([1, null]);
    expect(run.output).toBe("Der Praxisserver startet nicht: PORT ist keine Portnummer.\n");
  });
});
