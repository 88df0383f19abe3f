import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, parse } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import { classifyFailure, failureError, markLogs } from "./failure.ts";
import { programError } from "./initdb.ts";
import type { EmbeddedPaths } from "./paths.ts";
import { isAlive, readPostmasterFile } from "./postmaster-file.ts";
import type { RunAs } from "./run-as.ts";
import { serverSettings, settingArguments } from "./settings.ts";
import type { StartError } from "./start-error.ts";
import { folderError } from "./start-error.ts";
import { pollUntil } from "./wait.ts";

/** Running PostgreSQL main process, started by this process or adopted. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** Resolves when the process has ended, for any reason, with an error that explains it. */
  ended: Promise<StartError>;
}

/** Timeout for a start that hangs. Replaying the log after a crash may take minutes. */
const START_TIMEOUT_MS = 300_000;
/** Maximum time to wait for the remaining processes of a killed PostgreSQL to exit, and to retry with other ports. */
const RETRY_MS = 8000;

/**
 * Starts PostgreSQL on its remembered port, or on a free one, and waits until it accepts connections.
 * @throws StartError with PostgreSQL's last message as the reason.
 */
export async function startServerProcess(
  paths: EmbeddedPaths,
  binaries: PostgresBinaries,
  runAs: RunAs,
  onStep: (text: string) => void,
): Promise<ServerProcess> {
  let port = await choosePort(rememberedPort(paths));
  const started = await pollUntil(
    async () => {
      const result = await tryStart(paths, binaries, runAs, port, onStep);
      if (typeof result !== "string") return result;
      const kind = classifyFailure(result);
      if (kind === "port-taken") port = await choosePort(0);
      else if (kind !== "still-shutting-down") throw failureError(paths.dataDir, result, paths.logs);
      return undefined;
    },
    RETRY_MS,
    100,
  );
  if (!started) throw failureError(paths.dataDir, "another PostgreSQL still uses this folder", paths.logs);
  rememberPort(paths, port);
  return started;
}

/**
 * Stops PostgreSQL, which rolls back open transactions and writes a checkpoint. Escalates to a kill, so that this takes
 * at most about 5 s even with a slow disk.
 */
export async function stopServerProcess(pid: number): Promise<void> {
  // An immediate shutdown and a kill lose no data either, because the next start replays the log.
  const stages: readonly (readonly [NodeJS.Signals, number])[] = [
    ["SIGINT", 4000],
    ["SIGQUIT", 600],
    ["SIGKILL", 400],
  ];
  for (const [signal, timeoutMs] of stages) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await pollUntil(() => !isAlive(pid), timeoutMs, 5)) return;
  }
}

/** Watches a process that is not a child of this one. */
export async function watchForeignProcess(pid: number, paths: EmbeddedPaths): Promise<StartError> {
  const newLogs = markLogs(paths.logs);
  const { promise, resolve } = Promise.withResolvers<StartError>();
  const timer = setInterval(() => {
    if (isAlive(pid)) return;
    clearInterval(timer);
    resolve(failureError(paths.dataDir, newLogs(), paths.logs, "end"));
  }, 250);
  timer.unref();
  return promise;
}

/** Tries to start PostgreSQL. Returns the running process, or its output if it ended. */
async function tryStart(
  paths: EmbeddedPaths,
  binaries: PostgresBinaries,
  runAs: RunAs,
  port: number,
  onStep: (text: string) => void,
): Promise<ServerProcess | string> {
  const newLogs = markLogs(paths.logs);
  const output = (): string =>
    `${existsSync(paths.startLog) ? readFileSync(paths.startLog, "utf8") : ""}\n${newLogs()}`;
  const settings = settingArguments(serverSettings(paths.logs));
  const command = [...runAs.prefix, binaries.postgres, "-D", paths.database, "-p", String(port), ...settings];
  let log: number;
  try {
    log = openSync(paths.startLog, "w", 0o600);
  } catch (error) {
    throw folderError(paths.dataDir, error);
  }
  // It runs in its own session, so that Ctrl+C in a terminal reaches only the portal, which stops the database last.
  const child = spawn(command[0] ?? "", command.slice(1), {
    cwd: parse(process.cwd()).root,
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", log, log],
    detached: true,
    ...(runAs.user && { uid: runAs.user.uid, gid: runAs.user.gid }),
  });
  closeSync(log);
  const exit = Promise.withResolvers<StartError>();
  let isRunning = true;
  let spawnError: Error | undefined;
  child.on("error", (error) => {
    isRunning = false;
    spawnError = error;
  });
  child.on("exit", () => {
    isRunning = false;
    exit.resolve(failureError(paths.dataDir, output(), paths.logs, "end"));
  });
  let hasReportedRecovery = false;
  const begin = performance.now();
  await pollUntil(() => {
    const file = readPostmasterFile(paths.database);
    if (!isRunning) return true;
    if (!hasReportedRecovery && performance.now() - begin > 3000) {
      hasReportedRecovery = true;
      onStep("PostgreSQL replays its log after an unclean end");
    }
    return file?.pid === child.pid && file?.status === "ready";
  }, START_TIMEOUT_MS);
  if (spawnError) throw programError(spawnError);
  if (!isRunning || child.pid === undefined) return output();
  child.unref();
  return { pid: child.pid, port, ended: exit.promise };
}

function rememberedPort(paths: EmbeddedPaths): number {
  try {
    const port = Number(readFileSync(paths.port, "utf8"));
    return Number.isSafeInteger(port) && port > 1023 && port < 65_536 ? port : 0;
  } catch {
    return 0;
  }
}

function rememberPort(paths: EmbeddedPaths, port: number): void {
  if (rememberedPort(paths) === port) return;
  try {
    rmSync(paths.port, { force: true });
    writeFileSync(paths.port, `${port}\n`);
  } catch (error) {
    throw folderError(paths.dataDir, error);
  }
}

/** Returns the requested port if it is free on 127.0.0.1, otherwise one chosen by the system. */
export async function choosePort(preferred: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.on("error", (error) => (preferred === 0 ? reject(error) : resolve(choosePort(0))));
  probe.listen({ port: preferred, host: "127.0.0.1", exclusive: true }, () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === "object" && address ? address.port : preferred));
  });
  return promise;
}

/** Removes the `postmaster.pid` that a killed PostgreSQL leaves behind. */
export function removeStalePostmasterFile(paths: EmbeddedPaths): void {
  const file = readPostmasterFile(paths.database);
  // The file is removed only if no process has that id. Otherwise PostgreSQL's own checks decide.
  if (file && !isAlive(file.pid)) rmSync(join(paths.database, "postmaster.pid"), { force: true });
}
