import { readPartHead, type PartHead } from "./part-head.ts";
import { ProblemError } from "./problem.ts";

/** Where the bytes of a form come from; undefined after the last one. */
export type Bytes = { next: () => Promise<Buffer | undefined> };

const headMaxBytes = 4_096;
const partsMax = 20;
/** Of RFC 2046, without the blank that no sender uses. */
const boundaryPattern = /^[\w'()+,./:=?-]{1,70}$/;
const lineEnd = Buffer.from("\r\n");
const headEnd = Buffer.from("\r\n\r\n");
const lastMark = Buffer.from("--");

/**
 * A form as it arrives (`multipart/form-data`, RFC 7578), one part after the other; nothing but a part's head is kept.
 * Stricter than the standard: nothing may stand before, between and behind the parts. Each part is read to its end
 * with {@link body} before the next one. Errors: 400 UPLOAD_MALFORMED, also for a form that ends too early.
 */
export class MultipartReader {
  readonly #bytes: Bytes;
  readonly #delimiter: Buffer;
  // So that the first delimiter is like every other.
  #rest: Buffer = lineEnd;
  #parts = 0;
  #isOver = false;

  constructor(bytes: Bytes, boundary: string) {
    this.#bytes = bytes;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** The head of the next part; undefined after the last one. */
  async next(): Promise<PartHead | undefined> {
    if (this.#parts === 0) {
      await this.#atLeast(this.#delimiter.length);
      if (!this.#rest.subarray(0, this.#delimiter.length).equals(this.#delimiter)) throw malformed();
      this.#rest = this.#rest.subarray(this.#delimiter.length);
      await this.#afterDelimiter();
    }
    if (this.#isOver) return undefined;
    this.#parts += 1;
    if (this.#parts > partsMax) throw malformed();
    for (;;) {
      const end = this.#rest.indexOf(headEnd);
      if (end > headMaxBytes || (end < 0 && this.#rest.length > headMaxBytes)) throw malformed();
      if (end >= 0) {
        const head = readPartHead(this.#rest.toString("utf8", 0, end));
        if (head === undefined) throw malformed();
        this.#rest = this.#rest.subarray(end + headEnd.length);
        return head;
      }
      await this.#more();
    }
  }

  /** The bytes of the part whose head was read last. */
  async *body(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const end = this.#rest.indexOf(this.#delimiter);
      if (end >= 0) {
        const piece = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + this.#delimiter.length);
        if (piece.length > 0) yield piece;
        return this.#afterDelimiter();
      }
      // What may be the begin of a delimiter is kept until more is there.
      const open = this.#rest.indexOf("\r", Math.max(0, this.#rest.length - this.#delimiter.length + 1));
      const piece = open < 0 ? this.#rest : this.#rest.subarray(0, open);
      this.#rest = this.#rest.subarray(piece.length);
      if (piece.length > 0) yield piece;
      await this.#more();
    }
  }

  /** A line end: another part follows. Two dashes: the form ends. */
  async #afterDelimiter(): Promise<void> {
    await this.#atLeast(2);
    const mark = this.#rest.subarray(0, 2);
    this.#rest = this.#rest.subarray(2);
    if (mark.equals(lineEnd)) return;
    if (!mark.equals(lastMark)) throw malformed();
    this.#isOver = true;
    for (let piece = await this.#bytes.next(); piece !== undefined; piece = await this.#bytes.next()) {
      this.#rest = Buffer.concat([this.#rest, piece]);
      if (this.#rest.length > lineEnd.length) break;
    }
    if (this.#rest.length > 0 && !this.#rest.equals(lineEnd)) throw malformed();
  }

  async #atLeast(length: number): Promise<void> {
    while (this.#rest.length < length) await this.#more();
  }

  async #more(): Promise<void> {
    const piece = await this.#bytes.next();
    if (piece === undefined) throw malformed();
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
  }
}

/** The boundary that a content type names; undefined for anything else than a form. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]*)"|([^\s";]+))\s*$/i.exec(contentType ?? "");
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && boundaryPattern.test(boundary) ? boundary : undefined;
}

function malformed(): ProblemError {
  return new ProblemError("UPLOAD_MALFORMED");
}
