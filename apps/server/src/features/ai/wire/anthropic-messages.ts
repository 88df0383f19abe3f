import { arrayOf, countOf, type JsonObject, objectOf, parseObject, tableEntry, textOf } from "./json.ts";
import { errorInside, readProviderError } from "./provider-error.ts";
import {
  type ChatInput,
  type ChatWire,
  type FinishReason,
  messagesOf,
  type StreamStep,
  type Usage,
} from "./wire.ts";

const version = "2023-06-01";

const finishReasons: Readonly<Record<string, FinishReason>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content_filter",
};

/** The wire format of Anthropic. The base address is the origin only, such as `https://api.anthropic.com`. */
export const anthropicMessages: ChatWire = {
  request: (input, key) => ({
    path: "/v1/messages",
    headers: {
      "content-type": "application/json",
      accept: input.stream ? "text/event-stream" : "application/json",
      "anthropic-version": version,
      "x-api-key": key,
    },
    body: bodyOf(input),
  }),
  parseResponse: (status, body) => {
    if (status !== 200) return { error: readProviderError(status, body) };
    const response = parseObject(body);
    if (response?.["type"] !== "message") {
      const innerError = response === undefined ? undefined : errorInside(response);
      return { error: innerError ?? { status: 502, kind: "unavailable" } };
    }
    const blocks = arrayOf(response["content"]).map(objectOf);
    return {
      answer: {
        text: blocks.map((block) => (block?.["type"] === "text" ? textOf(block["text"]) : "")).join(""),
        finishReason: finishReasonOf(response["stop_reason"]) ?? "other",
        usage: readAnthropicUsage(response["usage"]),
      },
    };
  },
  readError: readProviderError,
  openStream: () => {
    // Later events repeat only changed fields; the numbers are cumulative.
    let knownUsage: JsonObject = {};
    return (data) => {
      const event = parseObject(data);
      if (event === undefined) return undefined;
      const error = errorInside(event);
      if (error !== undefined) return { error };
      const reportedUsage = objectOf(event["usage"]) ?? objectOf(objectOf(event["message"])?.["usage"]);
      if (reportedUsage === undefined) return readEvent(event);
      knownUsage = { ...knownUsage, ...withoutNull(reportedUsage) };
      const usage = readAnthropicUsage(knownUsage);
      return usage === null ? readEvent(event) : { ...readEvent(event), usage };
    };
  },
};

/**
 * Reads the `usage` of a message. Null when it is missing, lacks input or output, or reports no input.
 *
 * `input_tokens` counts only what follows the last cached block; cache reads and writes are reported separately.
 */
export function readAnthropicUsage(value: unknown): Usage | null {
  const usage = objectOf(value);
  const uncachedTokens = countOf(usage?.["input_tokens"]);
  const outputTokens = countOf(usage?.["output_tokens"]);
  if (usage === undefined || uncachedTokens === undefined || outputTokens === undefined) return null;
  const cachedTokens = countOf(usage["cache_read_input_tokens"]) ?? 0;
  const cacheWriteTokens = countOf(usage["cache_creation_input_tokens"]) ?? 0;
  if (uncachedTokens + cachedTokens + cacheWriteTokens === 0) return null;
  const thinkingTokens = countOf(objectOf(usage["output_tokens_details"])?.["thinking_tokens"]) ?? 0;
  return {
    inputTokens: uncachedTokens + cachedTokens + cacheWriteTokens,
    outputTokens,
    cachedTokens,
    reasoningTokens: Math.min(thinkingTokens, outputTokens),
    audioSeconds: 0,
  };
}

function bodyOf(input: ChatInput): string {
  const messages = messagesOf(input);
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  return JSON.stringify({
    model: input.model,
    max_tokens: input.maxTokens,
    ...(system.length === 0 ? {} : { system: system.join("\n\n") }),
    messages: messages
      .filter(({ role }) => role !== "system")
      .map(({ role, content }) => ({ role, content })),
    ...(input.temperature === undefined ? {} : { temperature: Math.min(1, input.temperature) }),
    ...(input.topP === undefined ? {} : { top_p: input.topP }),
    ...(input.stop === undefined ? {} : { stop_sequences: input.stop }),
    stream: input.stream,
  });
}

function readEvent(event: JsonObject): StreamStep {
  switch (event["type"]) {
    case "content_block_start":
      // Usually empty; a gateway in between may put the first piece here.
      return readDelta(objectOf(event["content_block"]));
    case "content_block_delta":
      return readDelta(objectOf(event["delta"]));
    case "message_delta": {
      const finishReason = finishReasonOf(objectOf(event["delta"])?.["stop_reason"]);
      return finishReason === undefined ? {} : { finishReason };
    }
    case "message_stop":
      return { isLast: true };
    default:
      // ping, content_block_stop, and future events, which the documentation says to ignore.
      return {};
  }
}

function readDelta(delta: JsonObject | undefined): StreamStep {
  const text = textOf(delta?.["text"]);
  if (text !== "") return { text };
  const hidden = textOf(delta?.["thinking"]);
  return hidden === "" ? {} : { hidden };
}

function withoutNull(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function finishReasonOf(value: unknown): FinishReason | undefined {
  return typeof value === "string" ? (tableEntry(finishReasons, value) ?? "other") : undefined;
}
