import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BackupFile } from "./backup-manifest.ts";
import { systemErrorCode } from "./start-error.ts";

const PARALLEL = 8;

/** Folders and files below a folder, as relative paths with `/`. */
export interface Listing {
  folders: string[];
  files: string[];
}

/** Lists the files that `isWanted` accepts, and all folders. Throws if a folder disappears during the listing. */
export async function listTree(root: string, isWanted: (path: string) => boolean): Promise<Listing> {
  const listing: Listing = { folders: [], files: [] };
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        listing.folders.push(path);
        await visit(path);
      } else if (entry.isFile() && isWanted(path)) {
        listing.files.push(path);
      }
    }
  };
  await visit("");
  return listing;
}

/**
 * Copies one file and flushes it to disk (fsync) before it returns.
 * @returns Size and hash of the written bytes, or undefined if the source no longer exists, because a running database
 * removes files.
 */
export async function copyFileSafely(
  from: string,
  to: string,
): Promise<Omit<BackupFile, "path"> | undefined> {
  const hash = createHash("sha256");
  let bytes = 0;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const target = await open(to, "wx", 0o600);
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: 1 << 20 })) {
      const part = chunk as Buffer;
      hash.update(part);
      bytes += part.length;
      await target.writeFile(part);
    }
    await target.sync();
    return { bytes, sha256: hash.digest("hex") };
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  } finally {
    await target.close();
  }
}

/**
 * Processes the items with limited concurrency, because most of the time is spent waiting for the disk.
 * @returns The results in the order of the items.
 * @throws The first error, after all workers have ended.
 */
export async function mapFewAtATime<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, worker));
  // The error is thrown only after all workers have ended, so that the caller can safely clean up.
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
  return results;
}

/** Flushes the directory entries of a folder to disk. Does nothing on systems that do not allow it. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!["EISDIR", "EPERM", "EINVAL", "EACCES"].includes(systemErrorCode(error))) throw error;
  }
}
