import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { diskFull, StartError } from "./start-error.ts";

/** Reason why PostgreSQL ended, according to its messages. */
export type FailureKind =
  | "port-taken"
  | "still-shutting-down"
  | "disk-full"
  | "not-permitted"
  | "wrong-version"
  | "locale-missing"
  | "cannot-run"
  | "other";

const PATTERNS: readonly (readonly [FailureKind, RegExp])[] = [
  ["disk-full", /No space left on device|Disk quota exceeded/],
  ["port-taken", /could not bind|could not create any TCP\/IP sockets|Address already in use/],
  ["still-shutting-down", /lock file "postmaster\.pid" already exists|pre-existing shared memory block/],
  ["wrong-version", /was initialized by PostgreSQL version/],
  ["locale-missing", /invalid locale name|locale name .* is not|incompatible with operating system/],
  [
    "cannot-run",
    /failed to execute|error while loading shared libraries|Exec format error|not a dynamic executable/,
  ],
  ["not-permitted", /Permission denied|has wrong ownership|has invalid permissions|Read-only file system/],
];

/** Returns the error for programs that this system cannot run, for example without glibc. */
export function cannotRun(reason: string, cause?: unknown): StartError {
  return new StartError(
    "PLATFORM_UNSUPPORTED",
    `The built-in PostgreSQL cannot run here (${reason}): set DATABASE_URL to a PostgreSQL of your own.`,
    { cause },
  );
}

/** Classifies the messages of a PostgreSQL program by the possible remedies. */
export function classifyFailure(output: string): FailureKind {
  return PATTERNS.find(([, pattern]) => pattern.test(output))?.[0] ?? "other";
}

/** Returns the error for a database that did not start or that ended while it was in use. */
export function failureError(
  dataDir: string,
  output: string,
  logFolder: string,
  event: "start" | "end" = "start",
): StartError {
  const last = lastMessage(output);
  switch (classifyFailure(output)) {
    case "disk-full":
      return diskFull(dataDir);
    case "not-permitted":
      return new StartError(
        "FOLDER_NOT_WRITABLE",
        `PostgreSQL may not use the data folder ${dataDir}: ${last} Change its owner or set DATA_DIR.`,
      );
    case "wrong-version":
      return new StartError(
        "WRONG_VERSION",
        `The data folder ${dataDir} belongs to another PostgreSQL version: ${last}`,
      );
    case "cannot-run":
      return cannotRun(last);
    case "locale-missing":
      return new StartError(
        "START_FAILED",
        `The system lacks a locale that the database in ${dataDir} needs: ${last}`,
      );
    default:
      if (event === "end") {
        const message = `The database in ${dataDir} ended: ${last || "it was killed."} Saved data is kept; start again.`;
        return new StartError("DATABASE_ENDED", message);
      }
      return new StartError(
        "DATA_BROKEN",
        `The database in ${dataDir} does not start: ${last || "no message"} See ${logFolder}; restore a backup if it is damaged.`,
      );
  }
}

/** Returns the message that ended the program, which is the last FATAL, PANIC or error line or else the last line. */
function lastMessage(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const serious = lines.filter((line) => /\b(FATAL|PANIC):|: error: |could not/.test(line));
  const line = serious.at(-1) ?? lines.at(-1) ?? "";
  const message = line.replace(/^.*?\b(?:FATAL|PANIC|ERROR|LOG|DETAIL|HINT|error):\s*/, "").trim();
  return message === "" || message.endsWith(".") ? message : `${message}.`;
}

/** Records the current size of the log files. Returns a function that reads only later output. */
export function markLogs(logFolder: string): () => string {
  const before = sizes(logFolder);
  return () =>
    [...sizes(logFolder)]
      .filter(([file, size]) => size !== before.get(file))
      .map(([file, size]) => readTail(join(logFolder, file), before.get(file) ?? 0, size))
      .join("\n");
}

function readTail(file: string, from: number, size: number): string {
  // A file that became shorter was truncated, so its whole content is new.
  return readFileSync(file)
    .subarray(size >= from ? from : 0)
    .toString("utf8");
}

/** Returns the sizes of the log files, none if the data folder was removed while the database was running. */
function sizes(folder: string): Map<string, number> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((file) => file.startsWith("postgres-") && file.endsWith(".log"));
  return new Map(files.map((file) => [file, statSync(join(folder, file)).size]));
}
