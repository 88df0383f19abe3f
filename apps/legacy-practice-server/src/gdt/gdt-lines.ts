import { GdtError } from "./gdt-error.ts";

/** A line of a record: field id and content, not decoded yet. */
export type GdtLine = { fieldId: string; content: Uint8Array; line: number };

const carriageReturn = 13;
const lineFeed = 10;
/** Bytes of a line without its content: length (3), field id (4), CR and LF. */
const bytesAroundContent = 9;
/** The length of a line has three digits. */
const maxContentBytes = 999 - bytesAroundContent;

/**
 * Splits a record into its lines.
 *
 * @throws {GdtError} when a line is too short, its length is wrong or its end is missing
 */
export function splitLines(bytes: Uint8Array): GdtLine[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: GdtLine[] = [];
  for (let start = 0; start < buffer.length;) {
    const line = lines.length + 1;
    const end = buffer.indexOf("\r\n", start, "latin1");
    if (end === -1) throw new GdtError("lineEndMissing", line);
    lines.push(parseLine(buffer.subarray(start, end), line));
    start = end + 2;
  }
  return lines;
}

function parseLine(bytes: Buffer, line: number): GdtLine {
  if (bytes.includes(carriageReturn) || bytes.includes(lineFeed)) throw new GdtError("lineEndMissing", line);
  const length = bytes.toString("latin1", 0, 3);
  if (!/^\d{3}$/.test(length) || Number(length) !== bytes.length + 2)
    throw new GdtError("lineLengthWrong", line);
  const fieldId = bytes.toString("latin1", 3, 7);
  if (!/^\d{4}$/.test(fieldId)) throw new GdtError("fieldIdInvalid", line);
  return { fieldId, content: bytes.subarray(7), line };
}

/** Returns a line with its length and end. @throws {GdtError} when the content is empty or does not fit into a line */
export function joinLine(fieldId: string, content: Uint8Array): Buffer {
  if (content.length === 0) throw new GdtError("fieldEmpty");
  if (content.length > maxContentBytes) throw new GdtError("contentTooLong");
  const length = String(content.length + bytesAroundContent).padStart(3, "0");
  return Buffer.concat([
    Buffer.from(`${length}${fieldId}`, "latin1"),
    content,
    Buffer.from("\r\n", "latin1"),
  ]);
}
