import { resolve } from "node:path";
import { isStartRefusal } from "../start-refusal.ts";

/**
 * Runs a command and sets the exit code to its result. An expected error prints one line and exits with 1; wrong usage,
 * such as an unknown option, exits with 2.
 */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const isUsage = code.startsWith("ERR_PARSE_ARGS");
    if (isStartRefusal(error)) {
      console.error(error.message);
      process.exitCode = 1;
      return;
    }
    // An error without a code is a bug, so its stack is shown.
    if (!(error instanceof Error) || code === "") throw error;
    console.error(error.message);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** Resolves a path against the caller's folder, because npm runs commands in the repository's folder. */
export function callerPath(path: string): string {
  return resolve(process.env["INIT_CWD"] ?? "", path);
}

/** Returns whether the embedded database is in use. If not, prints that the configured server has its own tools. */
export function isEmbedded(tool: string): boolean {
  if (!process.env["DATABASE_URL"]) return true;
  console.error(`DATABASE_URL is set: use the tools of that PostgreSQL server (${tool}).`);
  return false;
}
