import type {
  ChatChunk,
  ChatCompletion,
  OpenaiError,
  OpenaiModelList,
  OpenaiUsage,
  Transcription,
} from "@praxisportal/contract/ai/openai-compatible.schema";
import type { ErrorCode, Problem } from "@praxisportal/contract/errors";
import type { ModelAvailability } from "../eligibility/model-eligibility.ts";
import type { FinishReason, Usage } from "../wire/wire.ts";

/** Fields shared by all parts of a response. `created` is the time of the request, in seconds. */
export type CompletionHeader = { id: string; created: number; model: string };

type Choice = ChatChunk["choices"][number];
type Delta = Choice["delta"];

export function presentCompletion(
  header: CompletionHeader,
  text: string,
  finishReason: FinishReason,
  usage: Usage,
): ChatCompletion {
  return {
    ...header,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text, refusal: null },
        logprobs: null,
        finish_reason: presentReason(finishReason),
      },
    ],
    usage: presentUsage(usage),
  };
}

/** Returns a chunk of a stream: a piece of text, or the reason for its end. */
export function presentChunk(
  header: CompletionHeader,
  delta: Delta,
  finishReason: FinishReason | null,
  includesUsage: boolean,
): ChatChunk {
  return {
    ...header,
    object: "chat.completion.chunk",
    choices: [
      {
        index: 0,
        delta,
        logprobs: null,
        finish_reason: finishReason === null ? null : presentReason(finishReason),
      },
    ],
    ...(includesUsage ? { usage: null } : {}),
  };
}

/** Returns the last chunk of a stream, for clients that requested the usage. */
export function presentUsageChunk(header: CompletionHeader, usage: Usage): ChatChunk {
  return { ...header, object: "chat.completion.chunk", choices: [], usage: presentUsage(usage) };
}

function presentReason(reason: FinishReason): "stop" | "length" | "content_filter" {
  return reason === "other" ? "stop" : reason;
}

function presentUsage(usage: Usage): OpenaiUsage {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}

export function presentTranscription(text: string, usage: Usage): Transcription {
  const { audioSeconds, inputTokens, outputTokens } = usage;
  return {
    text,
    usage:
      audioSeconds > 0
        ? { type: "duration", seconds: audioSeconds }
        : {
            type: "tokens",
            input_tokens: inputTokens,
            output_tokens: outputTokens,
            total_tokens: inputTokens + outputTokens,
          },
  };
}

export function presentModels(models: readonly ModelAvailability[]): OpenaiModelList {
  return {
    object: "list",
    data: models.map(({ provider, model, since }) => ({
      id: `${provider}/${model}`,
      object: "model",
      created: Math.floor(since.getTime() / 1_000),
      owned_by: provider,
    })),
  };
}

const compatibleBasePath = "/api/ai/v1/";

/**
 * Problems for which a retry helps: nothing was computed, and the cause passes by itself. OpenAI's client retries
 * 408, 409, 429 and 5xx unless `x-should-retry` is false; retrying a call that ran and failed would cost twice.
 */
const retryableCodes: readonly ErrorCode[] = [
  "AI_PROVIDER_OVERLOADED",
  "OVERLOADED",
  "SERVICE_UNAVAILABLE",
  "TOO_MANY_AI_CALLS",
  "TOO_MANY_ATTEMPTS",
  "TOO_MANY_REQUESTS",
  "TOO_MANY_UPLOADS",
];

/** Formats a problem as OpenAI's client expects it, below the OpenAI-compatible path; undefined elsewhere. */
export function openaiError(path: string, problem: Problem) {
  if (!path.startsWith(compatibleBasePath)) return undefined;
  return {
    body: presentError(problem),
    headers: { "x-should-retry": String(retryableCodes.includes(problem.code)) },
  };
}

export function presentError({
  code,
  status,
  message,
  errors = [],
}: Pick<Problem, "code" | "status" | "message" | "errors">): OpenaiError {
  const [firstError] = errors;
  return {
    error: {
      message:
        firstError === undefined ? message : `${message}: ${paramOf(firstError.path)}: ${firstError.message}`,
      type: typeOf(code, status),
      param: firstError === undefined ? null : paramOf(firstError.path),
      code,
    },
  };
}

/** Turns `messages.0.content` into `messages[0].content`. */
function paramOf(path: string): string {
  return path.replaceAll(/\.(\d+)(?=\.|$)/g, "[$1]");
}

function typeOf(code: ErrorCode, status: number): OpenaiError["error"]["type"] {
  if (code === "QUOTA_EXCEEDED") return "insufficient_quota";
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}
