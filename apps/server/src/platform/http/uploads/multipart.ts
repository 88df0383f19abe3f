import { readPartHeader, type PartHeader } from "./part-header.ts";
import { ProblemError } from "../problem.ts";

/** Returns the next bytes of a form, or undefined at the end. */
export type Bytes = { next: () => Promise<Buffer | undefined> };

const headerMaxBytes = 4_096;
const partsMax = 20;
/** Boundary as in RFC 2046, without the space, which no client uses. */
const boundaryPattern = /^[\w'()+,./:=?-]{1,70}$/;
const lineEnd = Buffer.from("\r\n");
const headerEnd = Buffer.from("\r\n\r\n");
const lastMark = Buffer.from("--");

/**
 * Streaming parser for `multipart/form-data` (RFC 7578). It reads one part at a time and keeps only the header of a
 * part in memory. It is stricter than the standard and allows no bytes before, between or after the parts. Each part
 * must be read to its end with {@link body} before the next one. Throws 400 UPLOAD_MALFORMED, also for a truncated
 * form.
 */
export class MultipartReader {
  readonly #bytes: Bytes;
  readonly #delimiter: Buffer;
  // With this line break, the first delimiter looks like all others.
  #rest: Buffer = lineEnd;
  #partCount = 0;
  #isFinished = false;

  constructor(bytes: Bytes, boundary: string) {
    this.#bytes = bytes;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Returns the header of the next part, or undefined after the last one. */
  async next(): Promise<PartHeader | undefined> {
    if (this.#partCount === 0) {
      await this.#atLeast(this.#delimiter.length);
      if (!this.#rest.subarray(0, this.#delimiter.length).equals(this.#delimiter)) throw malformed();
      this.#rest = this.#rest.subarray(this.#delimiter.length);
      await this.#afterDelimiter();
    }
    if (this.#isFinished) return undefined;
    this.#partCount += 1;
    if (this.#partCount > partsMax) throw malformed();
    for (;;) {
      const end = this.#rest.indexOf(headerEnd);
      if (end > headerMaxBytes || (end < 0 && this.#rest.length > headerMaxBytes)) throw malformed();
      if (end >= 0) {
        const head = readPartHeader(this.#rest.toString("utf8", 0, end));
        if (head === undefined) throw malformed();
        this.#rest = this.#rest.subarray(end + headerEnd.length);
        return head;
      }
      await this.#more();
    }
  }

  /** Yields the bytes of the part whose header was read last. */
  async *body(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const end = this.#rest.indexOf(this.#delimiter);
      if (end >= 0) {
        const chunk = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + this.#delimiter.length);
        if (chunk.length > 0) yield chunk;
        return this.#afterDelimiter();
      }
      // A possible start of a delimiter is kept until more bytes have arrived.
      const open = this.#rest.indexOf("\r", Math.max(0, this.#rest.length - this.#delimiter.length + 1));
      const chunk = open < 0 ? this.#rest : this.#rest.subarray(0, open);
      this.#rest = this.#rest.subarray(chunk.length);
      if (chunk.length > 0) yield chunk;
      await this.#more();
    }
  }

  /** Returns whether another part follows. A line break means that one does, two dashes mean that the form ends. */
  async #afterDelimiter(): Promise<void> {
    await this.#atLeast(2);
    const mark = this.#rest.subarray(0, 2);
    this.#rest = this.#rest.subarray(2);
    if (mark.equals(lineEnd)) return;
    if (!mark.equals(lastMark)) throw malformed();
    this.#isFinished = true;
    for (let chunk = await this.#bytes.next(); chunk !== undefined; chunk = await this.#bytes.next()) {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      if (this.#rest.length > lineEnd.length) break;
    }
    if (this.#rest.length > 0 && !this.#rest.equals(lineEnd)) throw malformed();
  }

  async #atLeast(length: number): Promise<void> {
    while (this.#rest.length < length) await this.#more();
  }

  async #more(): Promise<void> {
    const chunk = await this.#bytes.next();
    if (chunk === undefined) throw malformed();
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
  }
}

/** Returns the boundary from a content type, or undefined for anything other than a form. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]*)"|([^\s";]+))\s*$/i.exec(contentType ?? "");
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && boundaryPattern.test(boundary) ? boundary : undefined;
}

function malformed(): ProblemError {
  return new ProblemError("UPLOAD_MALFORMED");
}
