import { resolve } from "node:path";
import { isStartRefusal } from "../start-refusal.ts";

/**
 * Runs a command to its end: its number is the exit code; a reason to stop is one line and exit code 1.
 * Wrong usage (also an unknown option) is exit code 2.
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
    // Without a code it is a mistake in the program, whose stack is wanted.
    if (!(error instanceof Error) || code === "") throw error;
    console.error(error.message);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** A path as the caller meant it: npm runs commands in the repository's folder, not in the caller's. */
export function callerPath(path: string): string {
  return resolve(process.env["INIT_CWD"] ?? "", path);
}

/** Says so and answers false when the database is not ours to copy. */
export function onlyEmbedded(tool: string): boolean {
  if (!process.env["DATABASE_URL"]) return true;
  console.error(`DATABASE_URL is set: use the tools of that PostgreSQL server (${tool}).`);
  return false;
}
