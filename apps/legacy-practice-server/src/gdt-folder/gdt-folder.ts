import { type FSWatcher, watch } from "node:fs";
import type { Patient } from "../patients/patient.ts";
import { GdtIntake } from "./gdt-intake.ts";

export type GdtFolderOptions = {
  folder: string;
  onPatient: (patient: Patient) => void;
  /** The folder is read again after this time, because the system may miss changes, for example on a network share. */
  rescanMs?: number;
  /** A file that is not a complete record is faulty when it has not changed for this time. */
  settleMs?: number;
  /** If false, only the regular scans find changes. */
  isWatched?: boolean;
};

/** Watches a folder for records of patients. */
export class GdtFolder {
  readonly #intake: GdtIntake;
  readonly #rescanMs: number;
  readonly #settleMs: number;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isRequested = false;
  #isClosed = false;

  private constructor({ folder, onPatient, rescanMs = 5_000, settleMs = 3_000 }: GdtFolderOptions) {
    this.#intake = new GdtIntake(folder, settleMs, onPatient);
    this.#rescanMs = rescanMs;
    this.#settleMs = settleMs;
  }

  /**
   * Reads the files that are there, then watches for new ones. The folder is created when it is missing.
   *
   * @throws when the folder cannot be read or written
   */
  static async open(options: GdtFolderOptions): Promise<GdtFolder> {
    const folder = new GdtFolder(options);
    await folder.#intake.start();
    if (options.isWatched !== false) folder.#watch(options.folder);
    await folder.#intake.scan();
    folder.#requestScan();
    return folder;
  }

  /** Resolves once no file is being read or moved. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watcher?.close();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Watches the folder. If that is not possible, only the regular scans find changes. */
  #watch(folder: string): void {
    try {
      this.#watcher = watch(folder, () => this.#requestScan());
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      this.#watcher = undefined;
    }
  }

  /** Starts a scan. Only one runs at a time, because two would move the same file. */
  #requestScan(): void {
    this.#isRequested = true;
    this.#running ??= this.#scan().finally(() => {
      this.#running = undefined;
    });
  }

  async #scan(): Promise<void> {
    clearTimeout(this.#timer);
    let isWaiting = false;
    while (this.#isRequested && !this.#isClosed) {
      this.#isRequested = false;
      // A folder that is missing for a while must not stop the server.
      isWaiting = await this.#intake.scan().catch(() => false);
    }
    if (this.#isClosed) return;
    const delayMs = isWaiting ? Math.min(this.#settleMs, this.#rescanMs) : this.#rescanMs;
    this.#timer = setTimeout(() => this.#requestScan(), delayMs);
  }
}
