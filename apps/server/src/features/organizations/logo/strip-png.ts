import { crc32 } from "node:zlib";
import type { StillImage } from "./still-image.ts";

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** Chunks that show the image, with the largest content that each may have. */
const shownChunks: ReadonlyMap<string, number> = new Map([
  ["IHDR", 13],
  ["PLTE", 768],
  ["tRNS", 256],
  ["gAMA", 4],
  ["cHRM", 32],
  ["sRGB", 1],
  ["IDAT", Number.POSITIVE_INFINITY],
  ["IEND", 0],
]);

/** Length, name and checksum of a chunk. */
const frameBytes = 12;

/**
 * Copies a PNG image without texts, times, color profiles, EXIF and animation. Returns undefined if the bytes are not a
 * PNG image.
 */
export function stripPng(bytes: Buffer): StillImage | undefined {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined;
  const keptChunks: Buffer[] = [signature];
  let size: Pick<StillImage, "width" | "height"> | undefined;
  let hasPixels = false;
  for (let at = signature.length; at + frameBytes <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const end = at + frameBytes + length;
    if (end > bytes.length) return undefined;
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    if (size === undefined) {
      if (name !== "IHDR" || length !== 13) return undefined;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    const maxLength = shownChunks.get(name);
    if (maxLength !== undefined && length > maxLength) return undefined;
    if (maxLength !== undefined) keptChunks.push(bytes.subarray(at, end));
    hasPixels ||= name === "IDAT" && length > 0;
    if (name === "IEND") return hasPixels ? { content: Buffer.concat(keptChunks), ...size } : undefined;
    at = end;
  }
  return undefined;
}
