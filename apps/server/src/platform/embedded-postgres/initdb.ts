import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import { cannotRun, classifyFailure, failureError } from "./failure.ts";
import type { EmbeddedPaths } from "./paths.ts";
import { changeOwner, type RunAs } from "./run-as.ts";
import { StartError, systemErrorCode } from "./start-error.ts";

/**
 * System locales, which determine what counts as a letter in trigram and full-text search. Under plain `C` an umlaut is
 * not a letter, so `C` is only the fallback for systems without another locale.
 */
const CHARACTER_LOCALES = ["C.UTF-8", "en_US.UTF-8", "C"];

/**
 * Creates the database folder. An unfinished folder has another name, so that the next start cannot mistake it for a
 * database if the process is killed here.
 *
 * Order and case come from PostgreSQL's built-in `C.UTF-8`, which is independent of the operating system. Lists in
 * German order request it by name (`de-x-icu`).
 */
export async function createDatabaseFolder(
  paths: EmbeddedPaths,
  binaries: PostgresBinaries,
  runAs: RunAs,
  password: string,
): Promise<void> {
  const unfinished = `${paths.database}.new`;
  for (const locale of CHARACTER_LOCALES) {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    changeOwner(runAs, unfinished);
    const output = await runInitdb(unfinished, binaries, runAs, password, locale);
    if (output === undefined) {
      writeFileSync(join(unfinished, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
      renameSync(unfinished, paths.database);
      return;
    }
    if (classifyFailure(output) === "locale-missing" && locale !== CHARACTER_LOCALES.at(-1)) continue;
    rmSync(unfinished, { recursive: true, force: true });
    throw failureError(paths.dataDir, output, paths.logs);
  }
}

/** Throws for a database folder that this PostgreSQL cannot open. */
export function checkDatabaseFolder(paths: EmbeddedPaths, binaries: PostgresBinaries): void {
  const versionFile = join(paths.database, "PG_VERSION");
  if (!existsSync(versionFile)) {
    throw new StartError(
      "DATA_BROKEN",
      `${paths.database} is not a PostgreSQL database (PG_VERSION is missing): restore a backup or set another DATA_DIR.`,
    );
  }
  const dataVersion = readFileSync(versionFile, "utf8").trim();
  if (dataVersion !== binaries.major) {
    throw new StartError(
      "WRONG_VERSION",
      `The database in ${paths.database} needs PostgreSQL ${dataVersion}, but this release has PostgreSQL ${binaries.major}: ` +
        `export it with the release that made it and import it here (docs/operations.md, "Another PostgreSQL version").`,
    );
  }
  // PostgreSQL rejects a folder that others can read, and copying tools often change its mode.
  chmodSync(paths.database, 0o700);
}

/** Runs initdb. Returns undefined on success, otherwise its output. */
async function runInitdb(
  folder: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  password: string,
  locale: string,
): Promise<string | undefined> {
  const secretFolder = mkdtempSync(join(tmpdir(), "praxisportal-"));
  try {
    const passwordFile = join(secretFolder, "password");
    writeFileSync(passwordFile, password, { mode: 0o600 });
    changeOwner(runAs, secretFolder);
    const options = {
      pgdata: folder,
      username: "postgres",
      auth: "scram-sha-256",
      pwfile: passwordFile,
      encoding: "UTF8",
      locale: "C",
      "lc-ctype": locale,
      "locale-provider": "builtin",
      "builtin-locale": "C.UTF-8",
    };
    const command = [
      ...runAs.prefix,
      binaries.initdb,
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      "--data-checksums",
      "--no-instructions",
    ];
    return await run(command, runAs);
  } finally {
    rmSync(secretFolder, { recursive: true, force: true });
  }
}

function run(command: readonly string[], runAs: RunAs): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const child = spawn(command[0] ?? "", command.slice(1), {
    cwd: parse(process.cwd()).root,
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "pipe", "pipe"],
    ...(runAs.user && { uid: runAs.user.uid, gid: runAs.user.gid }),
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.on("error", (error) => reject(programError(error)));
  child.on("close", (code) =>
    resolve(code === 0 ? undefined : output || `initdb: error: ended with ${code}`),
  );
  return promise;
}

/** Converts a spawn error. A program that exists but "is not found" lacks its loader, so the system has no glibc. */
export function programError(error: Error): StartError {
  return cannotRun(systemErrorCode(error) === "ENOENT" ? "this system has no glibc" : error.message, error);
}
