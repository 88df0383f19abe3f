import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { transcriptOf } from "./demo-answer.ts";
import type { DemoCall } from "./demo-calls.ts";
import { sendError, sendJson } from "./demo-reply.ts";
import { tokensOf } from "./demo-tokens.ts";

export const audioModels = ["demo-diktat", "demo-diktat-token", "demo-diktat-langsam", "demo-diktat-fehler"];

/** Assumed rate for audio other than WAV: 24 kbit/s, the rate at which the portal records. */
const bytesPerSecond = 3_000;
const tokensPerSecond = 10;

/** Answers one transcription request. Returns undefined if the body is not a recording. */
export async function handleTranscription(
  body: Buffer,
  contentType: string,
  response: ServerResponse,
  disconnectSignal: AbortSignal,
): Promise<DemoCall | undefined> {
  const form = await readForm(body, contentType);
  const file = form?.get("file");
  const model = form?.get("model");
  if (
    form === undefined ||
    file === null ||
    file === undefined ||
    typeof file === "string" ||
    file.size === 0
  ) {
    sendError(response, 400, "the body contains no recording");
    return undefined;
  }
  if (typeof model !== "string" || !audioModels.includes(model)) {
    sendError(response, 404, "unknown model");
    return undefined;
  }
  const seconds = secondsOf(Buffer.from(await file.arrayBuffer()));
  const text = transcriptOf(Math.ceil(seconds));
  const sentTokens = tokensOf(text).length;
  const call = { path: "/audio/transcriptions", promptTokens: 0, audioSeconds: Math.ceil(seconds) };
  try {
    if (model === "demo-diktat-langsam") await wait(3_000, undefined, { signal: disconnectSignal });
  } catch {
    return { ...call, outcome: "aborted", sentTokens: 0 };
  }
  if (model === "demo-diktat-fehler") {
    sendError(response, 503, "requested by the model");
    return { ...call, outcome: "error", sentTokens: 0 };
  }
  const audioTokens = Math.ceil(seconds) * tokensPerSecond;
  const usage =
    model === "demo-diktat-token"
      ? {
          type: "tokens",
          input_tokens: audioTokens,
          input_token_details: { text_tokens: 0, audio_tokens: audioTokens },
          output_tokens: sentTokens,
          total_tokens: audioTokens + sentTokens,
        }
      : { type: "duration", seconds: Math.ceil(seconds) };
  const isVerbose = form.get("response_format") === "verbose_json";
  sendJson(response, 200, {
    ...(isVerbose ? { task: "transcribe", language: "german", duration: seconds, segments: [] } : {}),
    text,
    usage,
  });
  return { ...call, outcome: "complete", sentTokens };
}

async function readForm(body: Buffer, contentType: string): Promise<FormData | undefined> {
  try {
    const copy = new Uint8Array(body);
    return await new Response(copy, { headers: { "content-type": contentType } }).formData();
  } catch {
    return undefined;
  }
}

/** Reads the duration from the header of a WAV file; estimates it from the size of anything else. */
function secondsOf(audio: Buffer): number {
  const isWav =
    audio.length > 44 &&
    audio.toString("latin1", 0, 4) === "RIFF" &&
    audio.toString("latin1", 8, 12) === "WAVE";
  const byteRate = isWav ? audio.readUInt32LE(28) : 0;
  return byteRate > 0 ? (audio.length - 44) / byteRate : audio.length / bytesPerSecond;
}
