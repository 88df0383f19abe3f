import {
  type AudioFormat,
  audioFormatNames,
  audioFormatOf,
  audioFormats,
} from "@praxisportal/contract/ai/audio.rules";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { UploadedFile } from "../../../platform/http/uploads/upload.ts";
import { RecordingMeter } from "./recording-meter.ts";

/** Enough to recognize each format, and to read the length of a WAV or FLAC recording. */
const headerBytes = 64;

/** A recording on its way to a provider. It is not stored and can be read once. */
export type Recording = {
  format: AudioFormat;
  /** The usual media type of its format. */
  mediaType: string;
  maxSizeBytes: number;
  /** Yields its bytes, once. Errors: those of the upload. */
  chunks: () => AsyncGenerator<Buffer, void, undefined>;
  /** Measures its length from the bytes read so far. */
  meter: RecordingMeter;
};

/**
 * Reads the start of a recording. The declared type and the bytes must agree. Errors: 400 for an empty recording or
 * another format, and those of the upload.
 *
 * @param options.requiresType false for clients that send every file without a specific type. In this case the bytes
 * decide
 */
export async function openRecording(
  file: UploadedFile,
  options: { field: string; requiresType: boolean },
): Promise<Recording> {
  const bytes = file.chunks();
  const headChunks: Buffer[] = [];
  for (let size = 0; size < headerBytes;) {
    const { done, value } = await bytes.next();
    if (done === true) break;
    headChunks.push(value);
    size += value.length;
  }
  const header = Buffer.concat(headChunks);
  if (header.length === 0) throw validationError(options.field, "required");
  const format = formatOf(header);
  const isUntyped = ["", "application/octet-stream"].includes(file.mediaType) && !options.requiresType;
  if (format === undefined || (!isUntyped && audioFormatOf(file.mediaType) !== format)) {
    throw validationError(options.field, "fileType");
  }
  const meter = new RecordingMeter(format);
  return {
    format,
    mediaType: audioFormats[format][0],
    maxSizeBytes: file.maxSize,
    meter,
    async *chunks() {
      meter.add(header);
      yield header;
      for await (const chunk of bytes) {
        meter.add(chunk);
        yield chunk;
      }
    },
  };
}

/** Returns the format of a recording by its first bytes. */
function formatOf(header: Buffer): AudioFormat | undefined {
  const text = (from: number, to: number) => header.toString("latin1", from, to);
  if (header.length < 12) return undefined;
  if (text(0, 4) === "\x1A\x45\xDF\xA3") return text(4, headerBytes).includes("webm") ? "webm" : undefined;
  if (text(0, 4) === "OggS") return "ogg";
  if (text(0, 4) === "fLaC") return "flac";
  if (text(0, 4) === "RIFF") return text(8, 12) === "WAVE" ? "wav" : undefined;
  if (text(4, 8) === "ftyp") return "mp4";
  if (text(0, 3) === "ID3") return "mpeg";
  const [sync = 0, kind = 0] = header;
  // A frame of MPEG audio, layer I to III; layer 0 is AAC outside of a container.
  return sync === 0xff && (kind & 0xe0) === 0xe0 && (kind & 0x06) !== 0 ? "mpeg" : undefined;
}

function validationError(path: string, code: "required" | "fileType"): ProblemError {
  const params = code === "fileType" ? { types: Object.values(audioFormatNames).join(", ") } : {};
  return new ProblemError("VALIDATION_FAILED", { issues: [{ path, code, params }] });
}
