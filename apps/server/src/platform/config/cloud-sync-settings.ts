import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError, type Settings } from "./settings.ts";

/** Credentials for storage that speaks the S3 protocol. */
export type S3Credentials = { region: string; accessKeyId: string; secretAccessKey: string };

/** Location of the encrypted archives of the organizations. */
export type CloudSyncTarget =
  | { kind: "folder"; path: string }
  /** Address below which files are stored. Requests are signed if there are credentials. */
  | { kind: "web"; url: URL; s3: S3Credentials | undefined };

export type CloudSyncSettings = {
  /** Location of the archives, or undefined if there is no sync. */
  target: CloudSyncTarget | undefined;
  /** Number of archives that are kept per organization. */
  keptCount: number;
  /** Folder in which archives are written before they are sent. */
  spoolFolder: string;
};

/** Reads the location of the archives. In the demonstration it is in its data folder. Throws {@link ConfigError}. */
export function cloudSyncOf(settings: Settings, isDemo: boolean): CloudSyncSettings {
  const dataDir = resolve(settings.DATA_DIR);
  return {
    target:
      settings.CLOUD_SYNC_URL === undefined
        ? isDemo
          ? { kind: "folder", path: join(dataDir, "cloud-sync") }
          : undefined
        : targetAt(new URL(settings.CLOUD_SYNC_URL), settings),
    keptCount: settings.CLOUD_SYNC_KEEP,
    spoolFolder: join(dataDir, "spool"),
  };
}

function targetAt(url: URL, settings: Settings): CloudSyncTarget {
  const { CLOUD_SYNC_S3_ACCESS_KEY_ID: accessKeyId, CLOUD_SYNC_S3_SECRET_ACCESS_KEY: secretAccessKey } =
    settings;
  if (url.protocol === "file:") return { kind: "folder", path: folderOf(url) };
  if (accessKeyId === undefined && secretAccessKey === undefined) return { kind: "web", url, s3: undefined };
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(
      "CLOUD_SYNC_S3_ACCESS_KEY_ID",
      "and CLOUD_SYNC_S3_SECRET_ACCESS_KEY must be set together",
    );
  return {
    kind: "web",
    url,
    s3: { region: settings.CLOUD_SYNC_S3_REGION, accessKeyId, secretAccessKey },
  };
}

function folderOf(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new ConfigError("CLOUD_SYNC_URL", "must be a folder of this machine, such as file:///srv/archives");
  }
}
