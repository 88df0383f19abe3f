import { arrayOf, type JsonObject, objectOf, parseObject, tableEntry, textOf } from "./json.ts";
import { type OpenaiDialect, openaiDialects } from "./openai-dialects.ts";
import { readOpenaiUsage } from "./openai-usage.ts";
import { errorInside, readProviderError } from "./provider-error.ts";
import { type ChatInput, type ChatWire, type FinishReason, messagesOf, type StreamStep } from "./wire.ts";

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  eos_token: "stop",
  end_turn: "stop",
  length: "length",
  max_tokens: "length",
  model_length: "length",
  content_filter: "content_filter",
};

/** Returns the wire format of OpenAI's chat completions, with provider differences as data. */
export function openaiChat(dialectName: keyof typeof openaiDialects): ChatWire {
  const dialect = openaiDialects[dialectName];
  return {
    request: (input, key) => ({
      path: "/chat/completions",
      headers: headersOf(input, key, dialect),
      body: bodyOf(input, dialect),
    }),
    parseResponse: (status, body) => {
      if (status !== 200) return { error: readProviderError(status, body) };
      const response = parseObject(body);
      const choice = objectOf(arrayOf(response?.["choices"])[0]);
      if (response === undefined || choice === undefined) {
        const innerError = response === undefined ? undefined : errorInside(response);
        return { error: innerError ?? { status: 502, kind: "unavailable" } };
      }
      const message = objectOf(choice["message"]);
      return {
        answer: {
          text: contentOf(message?.["content"]).text || textOf(message?.["refusal"]),
          finishReason: finishReasonOf(choice["finish_reason"]) ?? "other",
          usage: readOpenaiUsage(response["usage"]),
        },
      };
    },
    readError: readProviderError,
    openStream: () => readEvent,
  };
}

function headersOf(input: ChatInput, key: string, dialect: OpenaiDialect): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: input.stream ? "text/event-stream" : "application/json",
    ...(key === "" ? {} : { [dialect.keyHeader]: dialect.keyHeader === "api-key" ? key : `Bearer ${key}` }),
  };
}

function bodyOf(input: ChatInput, dialect: OpenaiDialect): string {
  return JSON.stringify({
    model: input.model,
    messages: messagesOf(input).map(({ role, content }) => ({ role, content })),
    [dialect.maxTokensField]: input.maxTokens,
    ...(input.temperature === undefined ? {} : { temperature: input.temperature }),
    ...(input.topP === undefined ? {} : { top_p: input.topP }),
    ...(input.stop === undefined ? {} : { stop: input.stop }),
    stream: input.stream,
    ...(input.stream && dialect.requestsUsage ? { stream_options: { include_usage: true } } : {}),
  });
}

/** Reads one event. Usage is accepted anywhere: in the last chunk, in a separate one, or cumulative in each. */
function readEvent(data: string): StreamStep | undefined {
  if (data === "[DONE]") return { isLast: true };
  const event = parseObject(data);
  if (event === undefined) return undefined;
  const error = errorInside(event);
  if (error !== undefined) return { error };
  const step: StreamStep = {};
  const usage = readOpenaiUsage(event["usage"]);
  if (usage !== null) step.usage = usage;
  // Azure's filter annotations and the usage chunk have no choice.
  const choice = objectOf(arrayOf(event["choices"])[0]);
  if (choice !== undefined) readChoice(choice, step);
  return step;
}

function readChoice(choice: JsonObject, step: StreamStep): void {
  const delta = objectOf(choice["delta"]);
  const { text, hidden } = contentOf(delta?.["content"]);
  const visibleText = text || textOf(delta?.["refusal"]);
  const reasoning = hidden || textOf(delta?.["reasoning_content"]) || textOf(delta?.["reasoning"]);
  if (visibleText !== "") step.text = visibleText;
  if (reasoning !== "") step.hidden = reasoning;
  const finishReason = finishReasonOf(choice["finish_reason"]);
  if (finishReason !== undefined) step.finishReason = finishReason;
}

/** Reads content, which is a string or, with Mistral's reasoning models, a list of text and reasoning parts. */
function contentOf(content: unknown): { text: string; hidden: string } {
  if (!Array.isArray(content)) return { text: textOf(content), hidden: "" };
  const parts = content.map(objectOf);
  const thoughts = parts.flatMap((part) => arrayOf(part?.["thinking"])).map(objectOf);
  return {
    text: parts.map((part) => (part?.["type"] === "text" ? textOf(part["text"]) : "")).join(""),
    hidden: thoughts.map((part) => textOf(part?.["text"])).join(""),
  };
}

function finishReasonOf(value: unknown): FinishReason | undefined {
  return typeof value === "string" && value !== ""
    ? (tableEntry(finishReasons, value) ?? "other")
    : undefined;
}
