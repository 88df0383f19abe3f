import { anthropicMessages } from "./anthropic-messages.ts";
import { type AudioRequest, transcriptionRequest, type TranscriptionInput } from "./openai-audio.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiDialects } from "./openai-dialects.ts";
import type { ChatWire } from "./wire.ts";

/** Wire format of a provider, as stored in the table of providers. */
export type WireName = keyof typeof openaiDialects | "anthropic";

/** The requests that a wire format supports. Paths are relative to the provider's base address. */
export type ProviderWire = {
  chat: ChatWire;
  /** A GET for the list of models, see `readModelList`. */
  models: (key: string) => { path: string; headers: Readonly<Record<string, string>> };
  /** null if this wire format does not transcribe recordings. */
  transcription: ((input: TranscriptionInput, key: string) => AudioRequest) | null;
};

export const providerWires: Readonly<Record<WireName, ProviderWire>> = {
  openai: openaiLike("openai"),
  mistral: openaiLike("mistral"),
  azure: openaiLike("azure"),
  ionos: openaiLike("ionos"),
  stackit: openaiLike("stackit"),
  ollama: { ...openaiLike("ollama"), transcription: null },
  vllm: openaiLike("vllm"),
  anthropic: {
    chat: anthropicMessages,
    models: (key) => ({
      path: "/v1/models?limit=1000",
      headers: { accept: "application/json", "anthropic-version": "2023-06-01", "x-api-key": key },
    }),
    transcription: null,
  },
};

function openaiLike(name: keyof typeof openaiDialects): ProviderWire {
  const { keyHeader, hasVerboseTranscripts } = openaiDialects[name];
  return {
    chat: openaiChat(name),
    models: (key) => ({
      path: "/models",
      headers: {
        accept: "application/json",
        ...(key === "" ? {} : { [keyHeader]: keyHeader === "api-key" ? key : `Bearer ${key}` }),
      },
    }),
    transcription: (input, key) =>
      transcriptionRequest({ ...input, isVerbose: input.isVerbose && hasVerboseTranscripts }, key, keyHeader),
  };
}
