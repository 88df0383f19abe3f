import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SpooledFile } from "./spooled-file.ts";
import type { SyncTarget } from "./sync-target.ts";

/** Keeps archives in a folder of this machine. A file gets its final name only once all of it is on disk. */
export class FolderTarget implements SyncTarget {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async store(name: string, file: SpooledFile, signal: AbortSignal): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const incomplete = join(this.#folder, `.${name}.${randomUUID()}`);
    try {
      const target = await open(incomplete, "wx", 0o600);
      try {
        await target.writeFile(file.read(), { signal });
        await target.sync();
      } finally {
        await target.close();
      }
      await rename(incomplete, join(this.#folder, name));
      await syncFolder(this.#folder);
    } catch (error) {
      await rm(incomplete, { force: true });
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }
}

/** Flushes the folder, so that the new name survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
