import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { SyncFailure } from "./sync-failure.ts";

/**
 * A complete file on its way to a storage, so that its size and hash are known before the first byte is sent. It has no
 * name: nothing is left of it when the process ends.
 */
export class SpooledFile {
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  readonly #file: FileHandle;

  private constructor(file: FileHandle, bytes: number, sha256: string) {
    this.#file = file;
    this.bytes = bytes;
    this.sha256 = sha256;
  }

  /** Writes the chunks to a file in the folder. Throws `too_large` beyond `maxBytes`. */
  static async write(
    folder: string,
    chunks: AsyncIterable<Uint8Array>,
    { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
  ): Promise<SpooledFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    const file = await open(path, "wx+", 0o600);
    try {
      await unlink(path);
      const hash = createHash("sha256");
      let bytes = 0;
      for await (const chunk of chunks) {
        signal.throwIfAborted();
        bytes += chunk.length;
        if (bytes > maxBytes) throw new SyncFailure("too_large", `the archive exceeds ${maxBytes} bytes`);
        hash.update(chunk);
        await file.appendFile(chunk);
      }
      return new SpooledFile(file, bytes, hash.digest("hex"));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Returns the content from its beginning. */
  read(): Readable {
    return this.#file.createReadStream({ start: 0, autoClose: false });
  }

  /** Frees the space. */
  close(): Promise<void> {
    return this.#file.close();
  }
}
