import { crc32, deflateSync } from "node:zlib";

/** Text in the metadata of test images, which must be removed. */
export const hiddenText = "GPS 52.5200 13.4050 Musterweg 7";

/** Returns a chunk of a PNG image. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(name, 4, "latin1");
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), content.length + 8);
  return chunk;
}

/**
 * Returns a PNG image in one shade of gray, with text and EXIF data, and bytes after its end.
 *
 * @param options.filling Number of bytes of the compressed pixels, for images of different sizes.
 */
export function pngOf({ width = 3, height = 2, filling = 0 } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The image has 8 bits and is gray.
  header[8] = 8;
  const row = Buffer.alloc(width + 1, 0x78);
  // The row has no filter.
  row[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    pngChunk("tEXt", Buffer.from(`Comment\0${hiddenText}`)),
    pngChunk("eXIf", Buffer.from(hiddenText)),
    pngChunk("IDAT", Buffer.concat([pixels, Buffer.alloc(filling)])),
    pngChunk("IEND", Buffer.alloc(0)),
    Buffer.from(hiddenText),
  ]);
}

function jpegSegment(code: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Returns the structure of a JPEG image with EXIF data, a comment and bytes after its end. */
export function jpegOf({ width = 3, height = 2 } = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1")),
    jpegSegment(0xe1, Buffer.from(`Exif\0\0${hiddenText}`)),
    jpegSegment(0xfe, Buffer.from(hiddenText)),
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xc4, Buffer.alloc(20)),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // The coded pixels have an escaped byte and a restart.
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
    Buffer.from(hiddenText),
  ]);
}

function webpChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** Returns the structure of a lossless WebP image with EXIF data and XMP. */
export function webpOf({ width = 3, height = 2, isAnimated = false } = {}): Buffer {
  const canvas = Buffer.alloc(10);
  // The flags announce EXIF and XMP, and an animation if there is one.
  canvas[0] = 0x0c | (isAnimated ? 0x02 : 0);
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const pixels = Buffer.alloc(9, 0x10);
  pixels[0] = 0x2f;
  pixels.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  const chunks = Buffer.concat([
    webpChunk("VP8X", canvas),
    webpChunk("VP8L", pixels),
    webpChunk("EXIF", Buffer.from(hiddenText)),
    webpChunk("XMP ", Buffer.from(`<x>${hiddenText}</x>`)),
  ]);
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(chunks.length + 4, 4);
  return Buffer.concat([head, chunks]);
}
