const lf = 10;
const cr = 13;
const colon = 58;
const space = 32;
/** The bytes of `data` as one number. */
const dataName = 0x64_61_74_61;
const dataNameLength = 4;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/** Larger than any chat event; a stream with a longer one is not a chat stream. */
const defaultMaxEventBytes = 1_048_576;

/** The stream contains an event that is too long. */
export class SseTooLongError extends Error {
  constructor(maxBytes: number) {
    super(`an event of the stream is longer than ${maxBytes} bytes`);
    this.name = "SseTooLongError";
  }
}

/**
 * Parses server-sent events from byte chunks that may be split anywhere, even inside a character or between CR and
 * LF. Lines are decoded in place; only an unfinished line is copied, because the chunk belongs to the socket.
 *
 * Follows the HTML standard (all three line endings, comments, multiple data lines, byte order mark) with two
 * exceptions: `id` and `retry` are ignored, because this reader never reconnects; and `end()` emits an event without
 * its final empty line, which the standard drops, because some servers send the usage that way.
 */
export class SseScanner {
  readonly #onEvent: (data: string, event: string) => void;
  readonly #maxEventBytes: number;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #data: string | undefined;
  #event = "";
  #skipLf = false;
  #isFirstLine = true;

  /** @param onEvent called in order with data and name (empty for "message") of each event that has data */
  constructor(onEvent: (data: string, event: string) => void, maxEventBytes: number = defaultMaxEventBytes) {
    this.#onEvent = onEvent;
    this.#maxEventBytes = maxEventBytes;
  }

  /** Processes the next bytes. @throws {SseTooLongError} */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    const bytes = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#isOneEvent(bytes)) return this.#onEvent(dataOf(bytes, 0, bytes.length - 2), "");
    let start = this.#skipLf && bytes[0] === lf ? 1 : 0;
    this.#skipLf = false;
    let nextLf = bytes.indexOf(lf, start);
    let nextCr = bytes.indexOf(cr, start);
    while (nextLf !== -1 || nextCr !== -1) {
      const end = nextCr === -1 || (nextLf !== -1 && nextLf < nextCr) ? nextLf : nextCr;
      this.#takeLine(bytes, start, end);
      start = end + 1;
      if (end === nextCr) {
        if (start === bytes.length) this.#skipLf = true;
        else if (bytes[start] === lf) start += 1;
        nextCr = bytes.indexOf(cr, start);
      }
      if (nextLf !== -1 && nextLf < start) nextLf = bytes.indexOf(lf, start);
    }
    if (start < bytes.length) this.#buffer(bytes.subarray(start));
  }

  /** Signals the end of the bytes and emits an event that lacks its final empty line. */
  end(): void {
    if (this.#restBytes > 0) this.#takeLine(Buffer.alloc(0), 0, 0);
    this.#dispatch();
  }

  /** Fast path: returns whether a chunk is exactly one event with one data line, as nearly all are. */
  #isOneEvent(bytes: Buffer): boolean {
    const end = bytes.length - 2;
    return (
      !this.#isFirstLine &&
      this.#restBytes === 0 &&
      this.#data === undefined &&
      this.#event === "" &&
      !this.#skipLf &&
      end > dataNameLength + 2 &&
      end <= this.#maxEventBytes &&
      bytes[end] === lf &&
      bytes.indexOf(lf) === end &&
      bytes[end + 1] === lf &&
      isDataLine(bytes, 0, end) &&
      bytes.indexOf(cr) === -1
    );
  }

  #buffer(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    this.#assertFits(this.#restBytes);
    this.#rest.push(Buffer.from(bytes));
  }

  #takeLine(bytes: Buffer, from: number, to: number): void {
    if (this.#restBytes === 0) {
      this.#readLine(bytes, from, to);
      return;
    }
    const line = Buffer.concat([...this.#rest, bytes.subarray(from, to)]);
    this.#rest = [];
    this.#restBytes = 0;
    this.#readLine(line, 0, line.length);
  }

  #readLine(bytes: Buffer, from: number, to: number): void {
    let start = from;
    if (this.#isFirstLine) {
      this.#isFirstLine = false;
      if (byteOrderMark.every((byte, index) => bytes[start + index] === byte)) start += byteOrderMark.length;
    }
    if (start >= to) {
      this.#dispatch();
      return;
    }
    if (bytes[start] === colon) return;
    // Nearly every line is a data line, and parsing its name costs as much as decoding the data.
    if (isDataLine(bytes, start, to)) {
      this.#addData(dataOf(bytes, start, to));
      return;
    }
    let nameEnd = bytes.indexOf(colon, start);
    if (nameEnd === -1 || nameEnd > to) nameEnd = to;
    const valueStart = bytes[nameEnd + 1] === space ? nameEnd + 2 : nameEnd + 1;
    const name = bytes.toString("latin1", start, nameEnd);
    if (name !== "data" && name !== "event") return;
    const value = bytes.toString("utf8", Math.min(valueStart, to), to);
    if (name === "data") this.#addData(value);
    else this.#event = value;
  }

  #addData(line: string): void {
    this.#data = this.#data === undefined ? line : `${this.#data}\n${line}`;
    this.#assertFits(this.#data.length);
  }

  #assertFits(length: number): void {
    if (length > this.#maxEventBytes) throw new SseTooLongError(this.#maxEventBytes);
  }

  #dispatch(): void {
    const data = this.#data;
    const event = this.#event;
    this.#data = undefined;
    this.#event = "";
    if (data !== undefined && data !== "") this.#onEvent(data, event);
  }
}

function isDataLine(bytes: Buffer, start: number, to: number): boolean {
  const end = start + dataNameLength;
  return end < to && bytes[end] === colon && bytes.readUInt32BE(start) === dataName;
}

/** Returns the value of a data line. */
function dataOf(bytes: Buffer, start: number, to: number): string {
  const value = start + dataNameLength + 1;
  return bytes.toString("utf8", bytes[value] === space ? value + 1 : value, to);
}
