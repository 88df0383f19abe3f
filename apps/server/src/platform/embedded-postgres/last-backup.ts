import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

const fileOf = (dataDir: string) => join(dataDir, "last-backup");

/** Records that a backup of this data folder has just been completed. */
export async function recordBackup(dataDir: string): Promise<void> {
  await writeFile(fileOf(dataDir), `${new Date().toISOString()}\n`);
}

/** Returns the age of the last backup in seconds, or undefined without one. */
export async function backupAgeSeconds(dataDir: string): Promise<number | undefined> {
  try {
    const { mtimeMs } = await stat(fileOf(dataDir));
    return Math.max(0, (Date.now() - mtimeMs) / 1000);
  } catch {
    return undefined;
  }
}
