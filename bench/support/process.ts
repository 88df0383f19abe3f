import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Clock ticks per second in /proc. It is 100 on every supported Linux. */
const ticksPerSecond = 100;

const compileCache = fileURLToPath(new URL("../../node_modules/.cache/node-compile", import.meta.url));

/** The same flags as in start.mjs. */
const serverFlags = ["--max-semi-space-size=8", "--expose-gc"];

/** A measured child process. */
export type Child = {
  process: ChildProcess;
  /** Returns the CPU seconds (user and system) used so far. */
  cpuSeconds(): number;
  /** Returns the resident memory in MB. */
  memoryMb(): number;
  stop(): Promise<void>;
};

/** Starts a script of this repository and waits for a line of its output. */
export async function startChild(
  script: string,
  env: Record<string, string>,
  readyLine: RegExp,
): Promise<Child> {
  const child = spawn(
    process.execPath,
    [...serverFlags, fileURLToPath(new URL(`../../${script}`, import.meta.url))],
    {
      // Keeps compiled code between starts, as `npm start` does.
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  // Kills the child if a measurement fails.
  const killChild = () => child.kill("SIGTERM");
  process.once("exit", killChild);
  child.once("exit", () => process.removeListener("exit", killChild));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
      if (readyLine.test(output)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}: ${output}`)));
  });
  return {
    process: child,
    cpuSeconds: () => cpuOf(child.pid ?? 0),
    memoryMb: () => memoryOf(child.pid ?? 0),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

/** Returns the CPU seconds of a process and its children that still run. */
export function familyCpuSeconds(pid: number): number {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === pid);
  return [pid, ...children].reduce((sum, id) => sum + cpuOf(id), 0);
}

/** Returns the fields of /proc/<pid>/stat after the command in parentheses. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return undefined;
  }
}

function cpuOf(pid: number): number {
  // utime and stime.
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function memoryOf(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) / 1024;
}
