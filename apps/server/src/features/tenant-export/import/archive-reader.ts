import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import {
  type ArchiveManifest,
  archiveManifestSchema,
  exportFormat,
  exportSchemaVersion,
} from "@praxisportal/contract/tenant-export/tenant-export.schema";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { sectionFile } from "../export-archive.ts";
import { sections } from "../sections.ts";
import { ImportRefusal } from "./import-refusal.ts";

/** Files that an archive may contain. No file is ever written to a path of the archive. */
const knownFiles = new Set([
  "manifest.json",
  "schema.json",
  ...sections.map(({ name }) => sectionFile(name)),
]);
const invoiceFile = /^invoices\/[0-9A-Za-z.-]+$/;

const maxFiles = 100_000;
/** Maximum ratio of the size of the content to that of the archive. */
const maxRatio = 100;
const maxManifestBytes = 1_000_000;
/** Maximum length of a line, which is one row. The longest rows contain a stored file. */
const maxLineBytes = 64_000_000;
/** Number of rows kept in memory at once. */
const batchLines = 1_000;
const batchBytes = 4_000_000;

const lineFeed = 10;

/** Reads an archive of a tenant export without holding a section in memory. */
export class ArchiveReader {
  readonly manifest: ArchiveManifest;
  readonly #zip: ZipFile;
  readonly #files: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, files: ReadonlyMap<string, Entry>, manifest: ArchiveManifest) {
    this.#zip = zip;
    this.#files = files;
    this.manifest = manifest;
  }

  /**
   * Opens an archive and reads its manifest. Throws an {@link ImportRefusal} when it is not an export, is damaged, has
   * an unknown version, or was crafted to harm its reader.
   */
  static async open(path: string): Promise<ArchiveReader> {
    const zip = await openZip(path);
    try {
      const files = await readFiles(zip);
      return new ArchiveReader(zip, files, await readManifest(zip, files));
    } catch (error) {
      zip.close();
      throw toRefusal(error);
    }
  }

  /** Reads every section to its end, so that a damaged archive is refused before anything is changed. */
  async verify(): Promise<void> {
    for (const { name } of this.manifest.sections) {
      const batches = this.batches(name);
      while (!(await batches.next()).done);
    }
  }

  /**
   * Yields the rows of a section in batches, as JSON. Throws an {@link ImportRefusal} at the end if they are not
   * the rows of the manifest.
   */
  async *batches(section: string): AsyncGenerator<string[]> {
    const expected = this.manifest.sections.find(({ name }) => name === section);
    const hash = createHash("sha256");
    let count = 0;
    try {
      for await (const lines of linesOf(await openFile(this.#zip, this.#files, sectionFile(section)), hash)) {
        count += lines.length;
        yield lines;
      }
    } catch (error) {
      throw toRefusal(error);
    }
    if (count !== expected?.count || hash.digest("hex") !== expected.sha256)
      throw new ImportRefusal(`The archive is damaged: the section ${section} differs from the manifest.`);
  }

  close(): void {
    this.#zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, strictFileNames: true });
  } catch (error) {
    // An error with a code means a missing or unreadable file, not a damaged one.
    if (error instanceof Error && "code" in error) throw error;
    throw new ImportRefusal(`${path} is not an archive. Export the organization with format=archive.`);
  }
}

async function readFiles(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxFiles) throw new ImportRefusal("The archive contains too many files.");
  const files = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    if (!knownFiles.has(fileName) && !invoiceFile.test(fileName))
      throw new ImportRefusal(`The archive contains an unknown file: ${JSON.stringify(fileName)}.`);
    if (files.has(fileName)) throw new ImportRefusal(`The archive contains ${fileName} twice.`);
    if (!entry.canDecodeFileData())
      throw new ImportRefusal(`The archive contains the encrypted file ${fileName}.`);
    // The sizes are checked again while a file is read.
    bytes += entry.uncompressedSize;
    files.set(fileName, entry);
  }
  if (bytes > zip.fileSize * maxRatio)
    throw new ImportRefusal(
      `The content of the archive is more than ${maxRatio} times larger than the archive.`,
    );
  return files;
}

async function readManifest(zip: ZipFile, files: ReadonlyMap<string, Entry>): Promise<ArchiveManifest> {
  const stream = await openFile(zip, files, "manifest.json", maxManifestBytes);
  const text = Buffer.concat((await stream.toArray()) as Buffer[]).toString();
  const head = JSON.parse(text) as Partial<ArchiveManifest> | null;
  if (head?.format !== exportFormat)
    throw new ImportRefusal("The archive is not an export of an organization.");
  if (head.schemaVersion !== exportSchemaVersion) {
    throw new ImportRefusal(
      `The archive has version ${JSON.stringify(head.schemaVersion)}; this release reads version ${exportSchemaVersion}.`,
    );
  }
  const manifest = archiveManifestSchema.safeParse(head);
  const names = manifest.data?.sections.map(({ name }) => name).join(" ");
  if (manifest.data === undefined || names !== sections.map(({ name }) => name).join(" "))
    throw new ImportRefusal(
      "The archive is damaged: its manifest does not list the sections of its version.",
    );
  return manifest.data;
}

async function openFile(
  zip: ZipFile,
  files: ReadonlyMap<string, Entry>,
  name: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Readable> {
  const entry = files.get(name);
  if (entry === undefined) throw new ImportRefusal(`The archive is damaged: ${name} is missing.`);
  if (entry.uncompressedSize > maxBytes) throw new ImportRefusal(`${name} of the archive is too large.`);
  return zip.openReadStreamPromise(entry);
}

/** Splits bytes at line feeds only, because a row may contain other line separators of Unicode. */
async function* linesOf(
  stream: Readable,
  hash: { update(bytes: Buffer): unknown },
): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let bytes = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      lines.push(Buffer.concat([...pending, chunk.subarray(from, at)]).toString());
      bytes += pendingBytes + at - from;
      [pending, pendingBytes, from] = [[], 0, at + 1];
      if (lines.length < batchLines && bytes < batchBytes) continue;
      yield lines;
      [lines, bytes] = [[], 0];
    }
    pending.push(chunk.subarray(from));
    pendingBytes += chunk.length - from;
    if (pendingBytes > maxLineBytes) throw new ImportRefusal("The archive contains a row that is too large.");
  }
  if (pendingBytes > 0) throw new ImportRefusal("The archive is damaged: a section ends within a row.");
  if (lines.length > 0) yield lines;
}

/** Turns errors of the ZIP format, of decompression and of JSON into the refusal of a damaged archive. */
function toRefusal(error: unknown): Error {
  if (error instanceof ImportRefusal) return error;
  return new ImportRefusal(
    `The archive is damaged: ${error instanceof Error ? error.message : String(error)}.`,
  );
}
