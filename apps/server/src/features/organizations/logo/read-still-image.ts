import { logoMaxPixels, type LogoType } from "@praxisportal/contract/organizations/organization-logo.rules";
import type { StillImage } from "./still-image.ts";
import { stripJpeg } from "./strip-jpeg.ts";
import { stripPng } from "./strip-png.ts";
import { stripWebp } from "./strip-webp.ts";

const readers: Readonly<Record<LogoType, (bytes: Buffer) => StillImage | undefined>> = {
  "image/png": stripPng,
  "image/jpeg": stripJpeg,
  "image/webp": stripWebp,
};

/**
 * Recognizes an image by its bytes and copies only the parts needed to show it, without position, camera, texts,
 * previews and bytes after the image. Returns undefined for any other file, a damaged or animated image and one whose
 * width or height is beyond the limit, which could need much memory where it is shown.
 */
export function readStillImage(bytes: Buffer): { type: LogoType; content: Buffer } | undefined {
  for (const [type, read] of Object.entries(readers) as [LogoType, (typeof readers)[LogoType]][]) {
    const image = read(bytes);
    if (image === undefined) continue;
    const { content, width, height } = image;
    const isShowable = Math.min(width, height) >= 1 && Math.max(width, height) <= logoMaxPixels;
    return isShowable ? { type, content } : undefined;
  }
  return undefined;
}
