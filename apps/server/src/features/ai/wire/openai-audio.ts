import { randomUUID } from "node:crypto";
import { countOf, type JsonObject, objectOf, parseObject, tableEntry, textOf } from "./json.ts";
import { errorInside, readProviderError } from "./provider-error.ts";
import type { Usage, WireResult } from "./wire.ts";

/** `language` is a code like "de"; "auto" lets the model decide. `mediaType` was validated before. */
export type TranscriptionInput = {
  model: string;
  language: string;
  mediaType: string;
  /** Requests the length of the recording; models priced by tokens refuse that. */
  isVerbose: boolean;
};

/**
 * A multipart body around a recording that is not buffered: `head`, the bytes of the recording, `tail`. Its length is
 * the sum of the three.
 */
export type AudioRequest = {
  path: string;
  headers: Readonly<Record<string, string>>;
  head: Buffer;
  tail: Buffer;
};

/** `language` as detected by the provider, or empty when not reported. `usage` is null when not reported. */
export type Transcript = { text: string; language: string; usage: Usage | null };

/** File extensions by which servers detect the codec. The user's own file name is not sent. */
const fileExtensions: Readonly<Record<string, string>> = {
  "audio/webm": "webm",
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
  "audio/x-m4a": "m4a",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/flac": "flac",
};

/**
 * Builds a transcription request for OpenAI, Azure OpenAI, Mistral (Voxtral) and Whisper servers. The base address
 * has the same form as for chat.
 *
 * @param key the provider's key, or empty for a server that needs none
 */
export function transcriptionRequest(
  input: TranscriptionInput,
  key: string,
  keyHeader: "authorization" | "api-key" = "authorization",
): AudioRequest {
  // Random, so that no value can contain it.
  const boundary = `praxisportal-${randomUUID()}`;
  const fields: readonly (readonly [name: string, value: string])[] = [
    ["model", input.model],
    // The plain format is the default everywhere, and some servers do not know the field.
    ...(input.isVerbose ? [["response_format", "verbose_json"] as const] : []),
    ...(input.language === "auto" ? [] : [["language", input.language] as const]),
  ];
  const mediaType = input.mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  const extension = tableEntry(fileExtensions, mediaType);
  const head = [
    ...fields.map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="aufnahme.${extension ?? "bin"}"\r\n`,
    `content-type: ${extension === undefined ? "application/octet-stream" : mediaType}\r\n\r\n`,
  ].join("");
  return {
    path: "/audio/transcriptions",
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      accept: "application/json",
      ...(key === "" ? {} : { [keyHeader]: keyHeader === "api-key" ? key : `Bearer ${key}` }),
    },
    head: Buffer.from(head, "utf8"),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`, "latin1"),
  };
}

/** Reads the response of a transcription, with any status. */
export function readTranscription(status: number, body: string): WireResult<Transcript> {
  if (status !== 200) return { error: readProviderError(status, body) };
  const response = parseObject(body);
  if (response === undefined || typeof response["text"] !== "string") {
    const innerError = response === undefined ? undefined : errorInside(response);
    return { error: innerError ?? { status: 502, kind: "unavailable" } };
  }
  return {
    answer: {
      text: response["text"],
      language: textOf(response["language"]),
      usage: readAudioUsage(response),
    },
  };
}

/**
 * Reads the usage of a transcription. Providers count by tokens (OpenAI's newer models; Mistral also reports seconds)
 * or by seconds (`usage.seconds`, or only the `duration` of the recording, as Whisper servers do). Seconds are
 * rounded up.
 */
export function readAudioUsage(response: JsonObject): Usage | null {
  const usage = objectOf(response["usage"]);
  const inputTokens = countOf(usage?.["input_tokens"]) ?? countOf(usage?.["prompt_tokens"]) ?? 0;
  const outputTokens = countOf(usage?.["output_tokens"]) ?? countOf(usage?.["completion_tokens"]) ?? 0;
  const reportedCachedTokens = countOf(objectOf(usage?.["prompt_tokens_details"])?.["cached_tokens"]) ?? 0;
  const audioSeconds =
    countOf(usage?.["seconds"]) ??
    countOf(usage?.["prompt_audio_seconds"]) ??
    durationOf(response["duration"]);
  if (audioSeconds === undefined && inputTokens === 0) return null;
  return {
    inputTokens,
    outputTokens,
    cachedTokens: Math.min(reportedCachedTokens, inputTokens),
    reasoningTokens: 0,
    audioSeconds: audioSeconds ?? 0,
  };
}

/** Returns the length of a recording. Some servers send it as a string. */
function durationOf(value: unknown): number | undefined {
  return countOf(typeof value === "string" && value.trim() !== "" ? Number(value) : value);
}
