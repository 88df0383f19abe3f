import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Writes a ZIP archive as a stream, one entry after the other, without keeping an entry in memory. */
export class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly #modifiedAt: Date;
  #entry: Readable | undefined;
  #isClosed = false;

  /** @param modifiedAt Modification time of each entry in the archive. */
  constructor(modifiedAt: Date) {
    this.#modifiedAt = modifiedAt;
    this.#zip.on("error", (error: Error) => this.fail(error));
  }

  /** The bytes of the archive. They must be read while entries are added. */
  get bytes(): Readable {
    return this.#zip.outputStream as Readable;
  }

  /**
   * Adds an entry and returns when its content has been read.
   *
   * @param name Constant, or made of ids and dates, because other programs use it as a path.
   */
  async add(
    name: string,
    content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
  ): Promise<void> {
    if (this.#isClosed) throw new Error("the archive is closed");
    this.#entry = Readable.from(content);
    this.#zip.addReadStream(this.#entry, name, { mtime: this.#modifiedAt });
    await finished(this.#entry);
  }

  /** Completes the archive. */
  end(): void {
    this.#zip.end();
  }

  /** Ends the archive with an error, so that its reader does not mistake it for a complete one. */
  fail(error: Error): void {
    this.bytes.destroy(error);
  }

  /** Stops reading the current entry and accepts no more entries. */
  close(): void {
    this.#isClosed = true;
    this.#entry?.destroy();
  }
}
