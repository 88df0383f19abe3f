import { describe, expect, it } from "vitest";
import { readTranscription, transcriptionRequest, type TranscriptionInput } from "./openai-audio.ts";

const input: TranscriptionInput = {
  model: "diktat-1",
  language: "de",
  mediaType: "audio/webm;codecs=opus",
  isVerbose: true,
};

/** Returns the parts as the multipart parser of the Fetch API reads them. */
async function partsOf(request: ReturnType<typeof transcriptionRequest>, audio: Uint8Array) {
  const body = Buffer.concat([request.head, audio, request.tail]);
  return new Response(body, { headers: request.headers }).formData();
}

describe("a transcription request", () => {
  const audio = Uint8Array.from({ length: 300 }, (_, index) => index % 256);

  it("see R7a-01 is multipart around the unchanged bytes of the recording", async () => {
    const request = transcriptionRequest(input, "geheim");
    expect(request.path).toBe("/audio/transcriptions");
    expect(request.headers["authorization"]).toBe("Bearer geheim");
    const parts = await partsOf(request, audio);
    expect(parts.get("model")).toBe("diktat-1");
    expect(parts.get("language")).toBe("de");
    expect(parts.get("response_format")).toBe("verbose_json");
    const file = parts.get("file");
    if (!(file instanceof File)) throw new Error("no file");
    expect(file.name).toBe("aufnahme.webm");
    expect(file.type).toBe("audio/webm");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(audio);
  });

  it("see R7a-01 leaves the language to the model if it is auto, and requests a format only from models that support it", async () => {
    const request = transcriptionRequest({ ...input, language: "auto", isVerbose: false }, "");
    const parts = await partsOf(request, audio);
    expect([...parts.keys()]).toEqual(["model", "file"]);
    expect(request.headers).not.toHaveProperty("authorization");
  });

  it("see R7a-01 lets no value open another part", async () => {
    const model = 'x\r\n--praxisportal\r\ncontent-disposition: form-data; name="prompt"\r\n\r\nböse';
    const request = transcriptionRequest({ ...input, model }, "k", "api-key");
    expect(request.headers["api-key"]).toBe("k");
    expect([...(await partsOf(request, audio)).keys()]).toEqual([
      "model",
      "response_format",
      "language",
      "file",
    ]);
  });

  it("see R7a-01 sends unknown codecs as plain bytes", async () => {
    const parts = await partsOf(
      transcriptionRequest({ ...input, mediaType: "video/x\r\nfoo: bar" }, ""),
      audio,
    );
    expect((parts.get("file") as File).type).toBe("application/octet-stream");
  });
});

describe("a transcription response", () => {
  it("see R7a-01 yields text, language and usage", () => {
    const body = { task: "transcribe", language: "german", duration: 8.47, text: "Ein Text.", segments: [] };
    expect(readTranscription(200, JSON.stringify(body))).toEqual({
      answer: {
        text: "Ein Text.",
        language: "german",
        usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, audioSeconds: 9 },
      },
    });
    expect(readTranscription(200, '{"text":""}')).toEqual({
      answer: { text: "", language: "", usage: null },
    });
  });

  it.each(["", "Ein Text.", "{}", '{"text":1}', '{"text":"Ein'])(
    "see R7a-01 is rejected if it is %j",
    (body) => {
      expect(readTranscription(200, body)).toEqual({ error: { status: 502, kind: "unavailable" } });
    },
  );
});
