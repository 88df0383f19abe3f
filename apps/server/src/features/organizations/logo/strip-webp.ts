import type { StillImage } from "./still-image.ts";

type Size = Pick<StillImage, "width" | "height">;

const frame = { alpha: 0x10, animation: 0x02 } as const;

/**
 * Copies a WebP image without EXIF, XMP and color profile. Returns undefined if the bytes are not a WebP image, or an
 * animated one.
 */
export function stripWebp(bytes: Buffer): StillImage | undefined {
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "RIFF") return undefined;
  if (bytes.toString("latin1", 8, 12) !== "WEBP") return undefined;
  const keptChunks: Buffer[] = [];
  let canvas: Size | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return undefined;
    const content = bytes.subarray(at + 8, at + 8 + length);
    const chunk = bytes.subarray(at, end);
    if (name === "VP8X") {
      if (canvas !== undefined || keptChunks.length > 0 || length !== 10) return undefined;
      const [flags = 0] = content;
      if ((flags & frame.animation) !== 0) return undefined;
      canvas = { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
      const header = Buffer.from(chunk);
      header[8] = flags & frame.alpha;
      keptChunks.push(header);
    } else if (name === "ALPH" && canvas !== undefined) {
      keptChunks.push(chunk);
    } else if (name === "VP8 " || name === "VP8L") {
      const size = name === "VP8L" ? losslessSize(content) : lossySize(content);
      if (size === undefined) return undefined;
      if (canvas !== undefined && (canvas.width !== size.width || canvas.height !== size.height))
        return undefined;
      keptChunks.push(chunk);
      const body = Buffer.concat(keptChunks);
      const head = Buffer.from(bytes.subarray(0, 12));
      head.writeUInt32LE(body.length + 4, 4);
      return { content: Buffer.concat([head, body]), ...size };
    } else if (canvas === undefined) return undefined;
    at = end;
  }
  return undefined;
}

function lossySize(content: Buffer): Size | undefined {
  if (content.length < 10 || content.toString("hex", 3, 6) !== "9d012a") return undefined;
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
}

function losslessSize(content: Buffer): Size | undefined {
  if (content.length < 5 || content[0] !== 0x2f) return undefined;
  const bits = content.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
