import type { StillImage } from "./still-image.ts";

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, jfif: 0xe0, adobe: 0xee } as const;

/** Returns whether a segment is a baseline, extended or progressive frame; browsers show no others. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xc2;
/** Returns whether a segment is a table of quantization, Huffman codes or restart intervals. */
const isTable = (code: number) => code === 0xdb || code === 0xc4 || code === 0xdd;

/** Returns whether a JFIF header has no preview, which may show parts that were cropped. */
const isPlainJfif = (segment: Buffer) =>
  segment.length === 16 && segment.toString("latin1", 2, 7) === "JFIF\0" && segment.readUInt16BE(14) === 0;
/** Returns whether a segment is Adobe's, which states the color encoding. */
const isAdobe = (segment: Buffer) => segment.length === 14 && segment.toString("latin1", 2, 7) === "Adobe";

/**
 * Copies a JPEG image without EXIF, texts, previews and color profiles. Returns undefined if the bytes are not a JPEG
 * image.
 */
export function stripJpeg(bytes: Buffer): StillImage | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== marker.start) return undefined;
  const keptParts = [bytes.subarray(0, 2)];
  let size: Pick<StillImage, "width" | "height"> | undefined;
  let hasScan = false;
  for (let at = 2; at + 2 <= bytes.length;) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return undefined;
    // Padding.
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === marker.end) {
      keptParts.push(bytes.subarray(at, at + 2));
      return size !== undefined && hasScan ? { content: Buffer.concat(keptParts), ...size } : undefined;
    }
    if (at + 4 > bytes.length) return undefined;
    const length = bytes.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return undefined;
    const segment = bytes.subarray(at + 2, end);
    if (isFrame(code)) {
      if (size !== undefined || length < 8) return undefined;
      size = { height: segment.readUInt16BE(3), width: segment.readUInt16BE(5) };
    } else if (code === marker.scan) {
      if (size === undefined) return undefined;
      end = endOfScan(bytes, end);
      hasScan = true;
    }
    const isShown =
      isFrame(code) ||
      isTable(code) ||
      code === marker.scan ||
      (code === marker.jfif && isPlainJfif(segment)) ||
      (code === marker.adobe && isAdobe(segment));
    if (isShown) keptParts.push(bytes.subarray(at, end));
    // Application data and comments; anything else is not part of an image that browsers show.
    else if (!(code >= 0xe0 && code <= 0xef) && code !== 0xfe) return undefined;
    at = end;
  }
  return undefined;
}

/** Returns where the coded pixels end: at the next marker other than a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next !== 0 && next !== 0xff && !isRestart) return at;
  }
  return bytes.length;
}
