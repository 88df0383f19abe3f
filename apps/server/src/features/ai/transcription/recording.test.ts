import { ProblemError } from "../../../platform/http/problem.ts";
import { describe, expect, it } from "vitest";
import { wavOf, webmOf } from "../../../../test/upload.ts";
import { openRecording } from "./recording.ts";
import { RecordingMeter, estimateSeconds } from "./recording-meter.ts";
import { maxAudioSeconds } from "../wire/estimate.ts";

const file = (content: Buffer, mediaType: string, chunkBytes = 7) => ({
  mediaType,
  maxSize: content.length,
  async *chunks() {
    for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
  },
});

async function openOf(content: Buffer, mediaType: string, requiresType = true): Promise<string> {
  try {
    const recording = await openRecording(file(content, mediaType), { field: "file", requiresType });
    const chunks: Buffer[] = [];
    for await (const chunk of recording.chunks()) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
    return recording.mediaType;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return (error.options.issues ?? []).map(({ path, code }) => `${path} ${code}`).join();
  }
}

describe("a recording", () => {
  it("see R7a-13 R5-28 is recognized by its declared type and its bytes together", async () => {
    expect(await openOf(wavOf(500), "audio/vnd.wave")).toBe("audio/wav");
    expect(await openOf(webmOf(500), "VIDEO/WebM; codecs=opus".toLowerCase())).toBe("audio/webm");
    expect(await openOf(wavOf(500), "audio/webm")).toBe("file fileType");
    expect(await openOf(Buffer.from("matroska ist kein webm".padEnd(90)), "audio/webm")).toBe(
      "file fileType",
    );
    expect(await openOf(Buffer.alloc(0), "audio/wav")).toBe("file required");
    // AAC outside of a container begins almost like MP3.
    expect(await openOf(Buffer.from("fff15080".padEnd(200, "0"), "hex"), "audio/mpeg")).toBe("file fileType");
  });

  it("see R7a-13 R5-28 is recognized by its bytes alone if the client declares no specific type", async () => {
    for (const type of ["", "application/octet-stream"]) {
      expect(await openOf(wavOf(500), type, false)).toBe("audio/wav");
      expect(await openOf(wavOf(500), type, true)).toBe("file fileType");
      expect(await openOf(Buffer.from("MZ".padEnd(500)), type, false)).toBe("file fileType");
    }
    expect(await openOf(wavOf(500), "audio/flac", false)).toBe("file fileType");
  });
});

function measure(format: ConstructorParameters<typeof RecordingMeter>[0], content: Buffer, chunkBytes = 13) {
  const meter = new RecordingMeter(format);
  for (let at = 0; at < content.length; at += chunkBytes) meter.add(content.subarray(at, at + chunkBytes));
  return meter.measure();
}

describe("the length of a recording", () => {
  it("see R7b-08 is read from a WAV, FLAC or Ogg file, rounded up to whole seconds", () => {
    expect(measure("wav", wavOf(44 + 32_000 * 3))).toEqual({ seconds: 3, isEstimated: false });
    expect(measure("wav", wavOf(45 + 32_000 * 3))).toEqual({ seconds: 4, isEstimated: false });
    const flac = Buffer.alloc(90_000);
    flac.write("fLaC", "latin1");
    // 44100 Hz in 20 bits, then 4 bits of channels and depth, 36 bits of samples.
    flac.writeUIntBE(44_100 << 4, 18, 3);
    flac.writeUInt32BE(44_100 * 7, 22);
    expect(measure("flac", flac)).toEqual({ seconds: 7, isEstimated: false });
    const ogg = Buffer.alloc(200_000);
    ogg.write("OggS", 0, "latin1");
    ogg.write("OpusHead", 28, "latin1");
    ogg.write("OggS", 190_000, "latin1");
    ogg.writeBigInt64LE(48_000n * 61n, 190_006);
    expect(measure("ogg", ogg, 65_000)).toEqual({ seconds: 61, isEstimated: false });
  });

  it("see R7b-08 is estimated from the size if the file does not state it or states an impossible one", () => {
    expect(measure("webm", webmOf(30_001))).toEqual({ seconds: 11, isEstimated: true });
    expect(estimateSeconds(30_001)).toBe(11);
    const overstated = Buffer.alloc(30_000);
    overstated.write("fLaC", "latin1");
    overstated.writeUIntBE(1 << 4, 18, 3);
    overstated.writeUInt32BE(0xffffffff, 22);
    expect(measure("flac", overstated)).toEqual({ seconds: 10, isEstimated: true });
    const empty = wavOf(3_000);
    empty.writeUInt32LE(0, 28);
    expect(measure("wav", empty)).toEqual({ seconds: 1, isEstimated: true });
    for (const size of [1, 3_000, 10_485_760]) {
      expect(measure("mp4", Buffer.alloc(size), 65_536).seconds).toBeLessThanOrEqual(maxAudioSeconds(size));
    }
  });
});
