import { spawn } from "node:child_process";
import { existsSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPostgresBinaries } from "../../apps/server/src/platform/embedded-postgres/binaries.ts";
import { embeddedPaths } from "../../apps/server/src/platform/embedded-postgres/paths.ts";
import { findRunningPostmaster } from "../../apps/server/src/platform/embedded-postgres/postmaster-file.ts";
import { chooseRunAs } from "../../apps/server/src/platform/embedded-postgres/run-as.ts";
import {
  serverSettings,
  settingArguments,
} from "../../apps/server/src/platform/embedded-postgres/settings.ts";

const folders = ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib", "local/lib"];
const START_TIMEOUT_MS = 120_000;

/** Returns the path of libfaketime, or undefined where it is not installed. */
export function findLibfaketime(): string | undefined {
  const installed = folders.map((folder) => `/usr/${folder}/faketime/libfaketimeMT.so.1`);
  return [process.env["LIBFAKETIME"] ?? "", ...installed].find((path) => path !== "" && existsSync(path));
}

/** The clock of the portal and its database, which share it like one machine. Durations are not affected. */
export class MovableClock {
  /** Environment of a process that follows this clock. */
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;
  #offsetMs = 0;

  constructor(library: string, file: string) {
    this.#file = file;
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
    this.#write();
  }

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Moves the clock, even of running processes. */
  moveTo(time: string): void {
    this.#offsetMs = Math.round((Date.parse(time) - Date.now()) / 1_000) * 1_000;
    this.#write();
  }

  /**
   * Starts the database of a data folder with this clock, in the same way as the portal does with the system's clock.
   * The portal takes it over at its next start, and stops it.
   */
  async startDatabase(dataDir: string): Promise<void> {
    const paths = embeddedPaths(dataDir);
    const { postgres } = findPostgresBinaries(dataDir);
    const port = readFileSync(paths.port, "utf8").trim();
    const settings = settingArguments(serverSettings(paths.logs));
    const runAs = chooseRunAs([postgres, dataDir]);
    const [command, ...args] = [...runAs.prefix, postgres];
    const log = openSync(join(dataDir, "clock.log"), "a");
    const child = spawn(command, [...args, "-D", paths.database, "-p", port, ...settings], {
      env: { ...this.env, PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", log, log],
      detached: true,
      ...(runAs.user && { uid: runAs.user.uid, gid: runAs.user.gid }),
    });
    child.unref();
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (findRunningPostmaster(paths.database)?.status !== "ready") {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(readFileSync(join(dataDir, "clock.log"), "utf8"));
      await sleep(50);
    }
  }

  /** Replaces the file atomically, because processes may read it at any moment. */
  #write(): void {
    const seconds = this.#offsetMs / 1_000;
    writeFileSync(`${this.#file}.new`, `${seconds < 0 ? "" : "+"}${seconds}\n`);
    renameSync(`${this.#file}.new`, this.#file);
  }
}
