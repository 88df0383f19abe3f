import type { SpooledFile } from "./spooled-file.ts";

/** Storage for archives. */
export type SyncTarget = {
  /** Stores a file completely or not at all; replaces one of the same name. */
  store(name: string, file: SpooledFile, signal: AbortSignal): Promise<void>;
  /** Deletes a file, which may not exist. */
  remove(name: string, signal: AbortSignal): Promise<void>;
};
