import type { AudioFormat } from "@praxisportal/contract/ai/audio.rules";
import { maxAudioSeconds } from "../wire/estimate.ts";

/** Assumed bytes per second when the container states no length: 24 kbit/s, as the portal itself records. */
const assumedBytesPerSecond = 3_000;
const headerBytes = 64;
/** The last page of an Ogg file begins within this many bytes of its end: a page has at most 65,307 bytes. */
const tailBytes = 66_000;
/** Opus positions are always counted at this rate, those of Vorbis at the rate in the header. */
const opusRate = 48_000;

/**
 * Measures the length of a recording while its bytes pass. Reads it from the container if that states it (WAV, FLAC,
 * Ogg), and otherwise estimates it from the size. Keeps only the header and, for Ogg, the last page.
 */
export class RecordingMeter {
  readonly #format: AudioFormat;
  #header: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #size = 0;

  constructor(format: AudioFormat) {
    this.#format = format;
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#header.length < headerBytes) {
      this.#header = Buffer.concat([this.#header, chunk.subarray(0, headerBytes - this.#header.length)]);
    }
    if (this.#format === "ogg") this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-tailBytes);
  }

  /** Rounds up to whole seconds. Ignores a stated length that exceeds what the size allows. */
  measure(): { seconds: number; isEstimated: boolean } {
    const declaredSeconds = this.#declaredSeconds();
    if (
      declaredSeconds !== undefined &&
      declaredSeconds > 0 &&
      declaredSeconds <= maxAudioSeconds(this.#size)
    ) {
      return { seconds: Math.ceil(declaredSeconds), isEstimated: false };
    }
    return { seconds: estimateSeconds(this.#size), isEstimated: true };
  }

  #declaredSeconds(): number | undefined {
    if (this.#header.length < headerBytes) return undefined;
    switch (this.#format) {
      case "wav": {
        const bytesPerSecond = this.#header.readUInt32LE(28);
        return this.#header.toString("latin1", 12, 16) === "fmt "
          ? (this.#size - 44) / bytesPerSecond
          : undefined;
      }
      case "flac": {
        // STREAMINFO is always the first block: 20 bits of rate, 8 of channels and depth, 36 of samples.
        const rate = this.#header.readUIntBE(18, 3) >> 4;
        const samples = (this.#header.readUInt8(21) & 0x0f) * 2 ** 32 + this.#header.readUInt32BE(22);
        return samples / rate;
      }
      case "ogg":
        return this.#oggSeconds();
      default:
        return undefined;
    }
  }

  #oggSeconds(): number | undefined {
    const page = this.#tail.lastIndexOf("OggS");
    if (page < 0 || this.#tail.length < page + 14) return undefined;
    const samples = Number(this.#tail.readBigInt64LE(page + 6));
    if (this.#header.toString("latin1", 28, 36) === "OpusHead") return samples / opusRate;
    return this.#header.toString("latin1", 29, 35) === "vorbis"
      ? samples / this.#header.readUInt32LE(40)
      : undefined;
  }
}

/** Estimates the length of a recording from its size. */
export function estimateSeconds(sizeBytes: number): number {
  return Math.ceil(sizeBytes / assumedBytesPerSecond);
}
