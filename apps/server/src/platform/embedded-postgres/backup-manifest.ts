import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

/** File name of the manifest. It is written last, so a folder without it is not a complete backup. */
export const MANIFEST_FILE = "backup.json";
/** Folder of the database inside a backup. */
export const BACKUP_DATABASE = "postgres";

export interface BackupFile {
  /** Path relative to the database folder, with `/`. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Contents of a backup, and the requirements for restoring it. */
export interface BackupManifest {
  format: 1;
  /** ISO 8601. The backup contains every change committed before this time. */
  startedAt: string;
  finishedAt: string;
  /** Version of the PostgreSQL that wrote the files, such as `18.4`. */
  postgresVersion: string;
  /** Empty folders that PostgreSQL expects. */
  folders: string[];
  files: BackupFile[];
  /** Key files in use at the time of the backup. The backup contains only their fingerprints, not the keys. */
  keys: { name: string; fingerprint: string }[];
}

/**
 * Returns names and fingerprints of the key files in a folder. A fingerprint only identifies a key. It reveals nothing
 * about it, because the keys are random.
 */
export function keyFingerprints(folder: string): BackupManifest["keys"] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, fingerprint: fingerprint(readFileSync(join(folder, entry.name))) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Reads the manifest of a backup folder. @throws StartError `DATA_BROKEN` if the folder is not a complete backup. */
export function readManifest(folder: string): BackupManifest {
  const file = join(folder, MANIFEST_FILE);
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new StartError("DATA_BROKEN", `${folder} is not a complete backup: ${MANIFEST_FILE} is missing.`, {
      cause: error,
    });
  }
  if (!isManifest(manifest))
    throw new StartError("DATA_BROKEN", `${file} has a format that this release cannot read.`);
  return manifest;
}

function isManifest(value: unknown): value is BackupManifest {
  return (
    typeof value === "object" &&
    value !== null &&
    "format" in value &&
    value.format === 1 &&
    "files" in value &&
    Array.isArray(value.files) &&
    "folders" in value &&
    Array.isArray(value.folders) &&
    "keys" in value &&
    Array.isArray(value.keys)
  );
}

function fingerprint(content: Buffer): string {
  return createHash("sha256").update("praxisportal key\0").update(content).digest("hex").slice(0, 32);
}
