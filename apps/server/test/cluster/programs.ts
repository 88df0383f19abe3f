import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian packages of the programs that some tests need. */
const packages = { "nats-server": "nats-server", haproxy: "haproxy" } as const;
export type Program = keyof typeof packages;

/** Folders of system programs, which the path of an ordinary user may lack. */
const systemFolders = ["/usr/local/sbin", "/usr/sbin"];

/** Returns the file of a program, or undefined if it is not installed. */
export function findProgram(program: Program, path = process.env["PATH"] ?? ""): string | undefined {
  const folders = [...path.split(delimiter).filter(Boolean), ...(path === "" ? [] : systemFolders)];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/** Returns why a test that needs a program is skipped, or undefined if the program is installed. */
export function missingProgram(program: Program, path?: string): string | undefined {
  if (findProgram(program, path) !== undefined) return undefined;
  return `${program} is not installed (Debian package ${packages[program]})`;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
