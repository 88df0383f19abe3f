import { access, lstat, mkdir, readdir, rename, utimes } from "node:fs/promises";
import { join, parse } from "node:path";

/** A file that may contain a record. */
export type GdtFile = { name: string; path: string; size: number; changedAtMs: number };

/** GDT 2.1 numbers the files of a transfer: `.001`, `.002`, … */
const recordName = /\.(?:gdt|\d{3})$/i;

/** Returns the files that may contain records, the oldest first. */
export async function listFiles(folder: string): Promise<GdtFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && recordName.test(entry.name))
    .map(({ name }) => name);
  const files = await Promise.all(names.map((name) => statFile(folder, name)));
  return files
    .filter((file) => file !== undefined)
    .toSorted((left, right) => left.changedAtMs - right.changedAtMs || (left.name < right.name ? -1 : 1));
}

async function statFile(folder: string, name: string): Promise<GdtFile | undefined> {
  const path = join(folder, name);
  try {
    const { size, mtimeMs } = await lstat(path);
    return { name, path, size, changedAtMs: mtimeMs };
  } catch {
    // Removed since the folder was read.
    return undefined;
  }
}

/** Returns an unused path in the folder, based on the name of the file. Creates the folder. */
export async function freePath(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ext}`);
    if (!(await exists(path))) return path;
  }
}

/** Moves a file. Its new modification time shows the order in which files were moved. */
export async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  const now = new Date();
  await utimes(to, now, now);
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
