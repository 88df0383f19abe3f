/**
 * What every provider's answer is turned into. A wire format is a pure pair of functions over these types: it knows
 * nothing of sockets, of the database, of who pays.
 */

/**
 * What a call used, in whole tokens and whole seconds, each at least 0. `cachedTokens` is a part of `inputTokens`,
 * `reasoningTokens` a part of `outputTokens`, whatever the provider counts beside or inside:
 *
 * | Provider                    | cached                              | reasoning                                    |
 * | --------------------------- | ----------------------------------- | -------------------------------------------- |
 * | OpenAI, Azure OpenAI        | inside `prompt_tokens`              | inside `completion_tokens`                   |
 * | Mistral                     | inside `prompt_tokens`              | inside `completion_tokens`, not told apart   |
 * | IONOS, STACKIT, vLLM, Ollama | inside, where it is told            | inside; some count it beside, seen by `total_tokens` |
 * | Anthropic                   | beside `input_tokens` (read, write) | inside `output_tokens`                       |
 *
 * Writing Anthropic's cache is input that is not cached; the portal never asks for it.
 */
export type Usage = {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  audioSeconds: number;
};

/** Why an answer ended. "length": `maxTokens` or the model's window was reached. */
export type FinishReason = "stop" | "length" | "content_filter" | "other";

/**
 * What went wrong at the provider. Its own words are not kept: providers repeat the prompt in them.
 *
 * - `rate_limited` too many calls for now; may be sent again later
 * - `overloaded` the provider has no room for anybody right now; may be sent again
 * - `refused_key` key, project or credit are refused: the operator has to act
 * - `bad_request` this request will never be taken (unknown model, too long, wrong field)
 * - `content_filter` the provider refuses the content
 * - `unavailable` anything else: broken, unreachable, redirecting, no answer of the format
 */
export type ProviderErrorKind =
  | "rate_limited"
  | "overloaded"
  | "refused_key"
  | "bad_request"
  | "content_filter"
  | "unavailable";

/** `status` is the provider's, or 502 when its answer carries none. */
export type ProviderError = { status: number; kind: ProviderErrorKind };

export type ChatMessage = { role: "system" | "user" | "assistant"; content: string };

/** `maxTokens` bounds the whole answer including what a model thinks. */
export type ChatInput = {
  model: string;
  maxTokens: number;
  stream: boolean;
  /** 0 to 2; the model's own when absent. */
  temperature?: number;
  /** 0 to 1; the model's own when absent. */
  topP?: number;
  /** Texts at which the answer ends. */
  stop?: readonly string[];
} & ({ prompt: string } | { messages: readonly ChatMessage[] });

/** A POST to `path` below the provider's base address. The headers hold the key: never log them. */
export type WireRequest = { path: string; headers: Readonly<Record<string, string>>; body: string };

/** `usage` is null when the provider told none; then it is estimated. */
export type ChatAnswer = { text: string; finishReason: FinishReason; usage: Usage | null };

/** An answer, or what went wrong. */
export type WireResult<Answer> =
  | { answer: Answer; error?: undefined }
  | { answer?: undefined; error: ProviderError };

/** What one event of a stream brings. An event that brings nothing (a ping, a role) has no field. */
export type StreamStep = {
  /** A piece of the answer. */
  text?: string;
  /** A piece that the provider charges and does not show: thoughts. */
  hidden?: string;
  finishReason?: FinishReason;
  /** Used up to and including this event. */
  usage?: Usage;
  error?: ProviderError;
  /** The provider said that nothing follows. */
  isLast?: boolean;
};

/** A way to talk to a provider about a conversation. */
export type ChatWire = {
  /** @param key the provider's key; empty for a server that asks for none */
  request: (input: ChatInput, key: string) => WireRequest;
  /** Reads a whole answer that was not asked for as a stream; any status. */
  readAnswer: (status: number, body: string) => WireResult<ChatAnswer>;
  /** Reads what is not a stream although one was asked for, with its status. */
  readError: (status: number, body: string) => ProviderError;
  /** A reader for the events of one stream, in order; undefined for what is no event of the format. */
  openStream: () => (data: string) => StreamStep | undefined;
};

/** The conversation of an input, whichever way it was given. */
export function messagesOf(input: ChatInput): readonly ChatMessage[] {
  return "messages" in input ? input.messages : [{ role: "user", content: input.prompt }];
}
