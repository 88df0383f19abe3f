import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeGdtPatient } from "../gdt/decode-gdt.ts";
import { GdtError } from "../gdt/gdt-error.ts";
import { maxRecordBytes } from "../gdt/gdt-record.ts";
import type { Patient } from "../patients/patient.ts";
import { freePath, type GdtFile, listFiles, moveFile } from "./gdt-files.ts";
import { parseGdtPatient } from "./parse-gdt-patient.ts";

/** Reads the records of a folder and moves their files away. */
export class GdtIntake {
  readonly #folder: string;
  readonly #processedFolder: string;
  readonly #faultyFolder: string;
  readonly #settleMs: number;
  readonly #onPatient: (patient: Patient) => void;
  /** Files that could not be read yet, with the time since which they have not changed. */
  readonly #waiting = new Map<string, GdtFile & { sinceMs: number }>();

  constructor(folder: string, settleMs: number, onPatient: (patient: Patient) => void) {
    this.#folder = folder;
    this.#processedFolder = join(folder, "verarbeitet");
    this.#faultyFolder = join(folder, "fehlerhaft");
    this.#settleMs = settleMs;
    this.#onPatient = onPatient;
  }

  /** Creates the folders and reads the files of earlier runs, because patients are kept in memory only. */
  async start(): Promise<void> {
    await mkdir(this.#processedFolder, { recursive: true });
    await mkdir(this.#faultyFolder, { recursive: true });
    for (const file of await listFiles(this.#processedFolder)) {
      const result = await readPatient(file.path);
      if (!(result instanceof GdtError)) this.#onPatient(result);
    }
  }

  /** Reads all files that are complete. Returns whether incomplete files remain, which need another scan soon. */
  async scan(): Promise<boolean> {
    const files = await listFiles(this.#folder);
    const names = new Set(files.map(({ name }) => name));
    for (const name of this.#waiting.keys()) if (!names.has(name)) this.#waiting.delete(name);
    for (const file of files) {
      try {
        await this.#take(file);
      } catch {
        // Removed in the meantime, or not readable yet: the next scan tries again, and the other files do not
        // wait for it.
      }
    }
    return this.#waiting.size > 0;
  }

  async #take(file: GdtFile): Promise<void> {
    const result = await readPatient(file.path);
    if (result instanceof GdtError) {
      if (this.#isSettled(file)) await this.#setAside(file, result);
      return;
    }
    this.#waiting.delete(file.name);
    const path = await freePath(this.#processedFolder, file.name);
    await moveFile(file.path, path);
    // Another record may have replaced the file since it was read, so the moved file is read again.
    const patient = await readPatient(path);
    if (patient instanceof GdtError) await this.#setAside({ ...file, path }, patient);
    else this.#onPatient(patient);
  }

  /** Returns whether the file has not changed for the settle time. A file that is still being written changes again. */
  #isSettled(file: GdtFile): boolean {
    const now = performance.now();
    const waitingFile = this.#waiting.get(file.name);
    const isSame = waitingFile?.size === file.size && waitingFile.changedAtMs === file.changedAtMs;
    const sinceMs = isSame ? waitingFile.sinceMs : now;
    this.#waiting.set(file.name, { ...file, sinceMs });
    return now - sinceMs >= this.#settleMs;
  }

  async #setAside(file: GdtFile, error: GdtError): Promise<void> {
    const path = await freePath(this.#faultyFolder, file.name);
    await writeFile(`${path}.grund.txt`, `${error.reason}\n`);
    await moveFile(file.path, path);
    this.#waiting.delete(file.name);
  }
}

async function readPatient(path: string): Promise<Patient | GdtError> {
  try {
    const { size } = await stat(path);
    // A larger file is not a record and need not be read.
    if (size > maxRecordBytes) throw new GdtError("fileTooLarge");
    return parseGdtPatient(decodeGdtPatient(await readFile(path)));
  } catch (error) {
    if (error instanceof GdtError) return error;
    throw error;
  }
}
