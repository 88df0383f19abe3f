/**
 * Provider-independent types. A wire format is a set of pure functions over them, without sockets, database or billing.
 */

/**
 * Usage of a call, in whole tokens and whole seconds, each at least 0. `cachedTokens` is a part of `inputTokens`,
 * `reasoningTokens` a part of `outputTokens`, whether the provider counts them inside or in addition:
 *
 * | Provider                     | cached                              | reasoning                        |
 * | ---------------------------- | ----------------------------------- | -------------------------------- |
 * | OpenAI, Azure OpenAI         | inside `prompt_tokens`              | inside `completion_tokens`       |
 * | Mistral                      | inside `prompt_tokens`              | inside, not reported separately  |
 * | IONOS, STACKIT, vLLM, Ollama | inside, if reported                 | inside; for some in addition [1] |
 * | Anthropic                    | beside `input_tokens` (read, write) | inside `output_tokens`           |
 *
 * [1] Detected by `total_tokens`.
 *
 * Anthropic's cache writes are input that is not cached; the portal never requests them.
 */
export type Usage = {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  audioSeconds: number;
};

/** Reason for the end of a response. "length": `maxTokens` or the model's context window was reached. */
export type FinishReason = "stop" | "length" | "content_filter" | "other";

/**
 * Kind of error at a provider. Its message is not kept, because providers repeat the prompt in it.
 *
 * - `rate_limited` too many calls; may be retried later
 * - `overloaded` the provider has no capacity; may be retried
 * - `refused_key` key, project or credit are refused: the operator must act
 * - `bad_request` this request can never succeed (unknown model, too long, wrong field)
 * - `content_filter` the provider refuses the content
 * - `unavailable` anything else: broken, unreachable, redirecting, malformed response
 */
export type ProviderErrorKind =
  | "rate_limited"
  | "overloaded"
  | "refused_key"
  | "bad_request"
  | "content_filter"
  | "unavailable";

/** `status` is the provider's, or 502 if its response has none. */
export type ProviderError = { status: number; kind: ProviderErrorKind };

export type ChatMessage = { role: "system" | "user" | "assistant"; content: string };

/** `maxTokens` limits the whole response, including reasoning. */
export type ChatInput = {
  model: string;
  maxTokens: number;
  stream: boolean;
  /** 0 to 2; the model's default when absent. */
  temperature?: number;
  /** 0 to 1; the model's default when absent. */
  topP?: number;
  /** Texts that end the response. */
  stop?: readonly string[];
} & ({ prompt: string } | { messages: readonly ChatMessage[] });

/** A POST to `path` below the provider's base address. The headers contain the key: never log them. */
export type WireRequest = { path: string; headers: Readonly<Record<string, string>>; body: string };

/** `usage` is null when the provider reported none; it is estimated then. */
export type ChatAnswer = { text: string; finishReason: FinishReason; usage: Usage | null };

/** A response or an error. */
export type WireResult<Answer> =
  | { answer: Answer; error?: undefined }
  | { answer?: undefined; error: ProviderError };

/** The content of one stream event. An event without content (a ping, a role) has no field. */
export type StreamStep = {
  /** A piece of the response. */
  text?: string;
  /** A piece of reasoning, which the provider charges but does not show. */
  hidden?: string;
  finishReason?: FinishReason;
  /** Usage up to and including this event. */
  usage?: Usage;
  error?: ProviderError;
  /** The provider announced the end of the stream. */
  isLast?: boolean;
};

/** A chat wire format. */
export type ChatWire = {
  /** @param key the provider's key, or empty for a server that needs none */
  request: (input: ChatInput, key: string) => WireRequest;
  /** Reads a complete response to a request without streaming, with any status. */
  parseResponse: (status: number, body: string) => WireResult<ChatAnswer>;
  /** Reads a response that is not a stream although one was requested. */
  readError: (status: number, body: string) => ProviderError;
  /** Opens a reader for the events of one stream, in order. It returns undefined for a malformed event. */
  openStream: () => (data: string) => StreamStep | undefined;
};

/** Returns the messages of an input in either form. */
export function messagesOf(input: ChatInput): readonly ChatMessage[] {
  return "messages" in input ? input.messages : [{ role: "user", content: input.prompt }];
}
