import * as z from "zod/mini";
import { errorCodeSchema } from "../errors.ts";
import { withCode } from "../validation.ts";
import { aiPromptMaxLength } from "../limits.ts";

/**
 * The bodies of `/api/ai/v1`: a subset of OpenAI's own endpoints, so that OpenAI clients work with the portal.
 * Unsupported fields are rejected by name, never ignored: an application that requests tools must not get an answer
 * without them. Fields that only disable something (`n: 1`, `store: false`) are accepted.
 */

const nullish = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

const messagesMax = 1_000;
const partsMax = 100;
const stopsMax = 4;
const stopMaxLength = 200;
const modelMaxLength = 241;
const tokensMax = 1_000_000;

const partSchema = z.strictObject({ type: z.literal("text"), text: z.string() });
const contentSchema = z.union([z.string(), z.array(partSchema).check(z.minLength(1), z.maxLength(partsMax))]);

const messageSchema = z.strictObject({
  /** `developer` is OpenAI's new name for `system`. */
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: contentSchema,
  /** Present in every answer; clients send answers back unchanged. */
  refusal: z.optional(z.null()),
});
type Message = z.output<typeof messageSchema>;

/** Returns the text of a message; parts become paragraphs. */
export function messageText({ content }: Message): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("\n");
}

const messagesSchema = z.array(messageSchema).check(
  z.minLength(1),
  z.maxLength(messagesMax),
  z.refine(
    (messages) => messages.some((message) => message.role === "user" && messageText(message).trim() !== ""),
    withCode("required"),
  ),
  z.refine(
    (messages) =>
      messages.reduce((sum, message) => sum + messageText(message).length, 0) <= aiPromptMaxLength,
    withCode("max", { max: aiPromptMaxLength }),
  ),
);

const modelSchema = z.string().check(z.minLength(1), z.maxLength(modelMaxLength));
const tokens = z.int().check(z.minimum(1), z.maximum(tokensMax));
const stopSequence = z.string().check(z.minLength(1), z.maxLength(stopMaxLength));

/** Body of a chat completion. `model` is `provider/model`, or just the model name if only one provider has it. */
export const chatCompletionBodySchema = z
  .strictObject({
    model: modelSchema,
    messages: messagesSchema,
    max_tokens: nullish(tokens),
    max_completion_tokens: nullish(tokens),
    /** Anthropic's range is 0 to 1; higher values are sent to it as 1. */
    temperature: nullish(z.number().check(z.minimum(0), z.maximum(2))),
    top_p: nullish(z.number().check(z.minimum(0), z.maximum(1))),
    stop: nullish(
      z.union([stopSequence, z.array(stopSequence).check(z.minLength(1), z.maxLength(stopsMax))]),
    ),
    stream: nullish(z.boolean()),
    stream_options: nullish(z.strictObject({ include_usage: z.optional(z.boolean()) })),
    n: nullish(z.literal(1)),
    store: nullish(z.literal(false)),
    logprobs: nullish(z.literal(false)),
    frequency_penalty: nullish(z.literal(0)),
    presence_penalty: nullish(z.literal(0)),
    response_format: nullish(z.strictObject({ type: z.literal("text") })),
  })
  .check(
    z.refine(
      ({ max_tokens, max_completion_tokens }) => !(max_tokens && max_completion_tokens),
      withCode("match", {}, ["max_tokens"]),
    ),
    z.refine(
      ({ stream, stream_options }) => !stream_options || stream === true,
      withCode("invalidChoice", {}, ["stream_options"]),
    ),
  );
export type ChatCompletionBody = z.output<typeof chatCompletionBodySchema>;

const openaiUsageSchema = z.strictObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  prompt_tokens_details: z.strictObject({ cached_tokens: z.int() }),
  completion_tokens_details: z.strictObject({ reasoning_tokens: z.int() }),
});
export type OpenaiUsage = z.output<typeof openaiUsageSchema>;

const finishReasonSchema = z.enum(["stop", "length", "content_filter"]);
const responseFields = { id: z.string(), created: z.int(), model: z.string() };

export const chatCompletionSchema = z.strictObject({
  ...responseFields,
  object: z.literal("chat.completion"),
  choices: z.array(
    z.strictObject({
      index: z.literal(0),
      message: z.strictObject({
        role: z.literal("assistant"),
        content: z.string(),
        refusal: z.null(),
      }),
      logprobs: z.null(),
      finish_reason: finishReasonSchema,
    }),
  ),
  usage: openaiUsageSchema,
});
export type ChatCompletion = z.output<typeof chatCompletionSchema>;

/** Data of the stream events. A complete answer ends with the event `[DONE]`, a failed one with the error. */
export const chatChunkSchema = z.strictObject({
  ...responseFields,
  object: z.literal("chat.completion.chunk"),
  choices: z.array(
    z.strictObject({
      index: z.literal(0),
      delta: z.strictObject({
        role: z.optional(z.literal("assistant")),
        content: z.optional(z.string()),
      }),
      logprobs: z.null(),
      finish_reason: z.nullable(finishReasonSchema),
    }),
  ),
  /** In the last chunk, if requested by `stream_options.include_usage`. */
  usage: z.optional(z.nullable(openaiUsageSchema)),
});
export type ChatChunk = z.output<typeof chatChunkSchema>;
/** The events of a complete answer. */
export const chatEvents = [{ data: chatChunkSchema }, { data: "[DONE]" }];

/** Form fields next to the recording `file`; all form fields are text. */
export const transcriptionFormSchema = z.strictObject({
  model: modelSchema,
  /** ISO 639-1 code; detected by the model if absent. */
  language: z.optional(z.string().check(z.regex(/^[a-z]{2}$/))),
  response_format: z.optional(z.enum(["json", "text"])),
  stream: z.optional(z.literal("false")),
});
export type TranscriptionForm = z.output<typeof transcriptionFormSchema>;

/** The response is plain text instead if `response_format` is `text`. */
export const transcriptionSchema = z.strictObject({
  text: z.string(),
  usage: z.union([
    z.strictObject({ type: z.literal("duration"), seconds: z.int() }),
    z.strictObject({
      type: z.literal("tokens"),
      input_tokens: z.int(),
      output_tokens: z.int(),
      total_tokens: z.int(),
    }),
  ]),
});
export type Transcription = z.output<typeof transcriptionSchema>;

/** Models that the organization may currently use. */
export const openaiModelListSchema = z.strictObject({
  object: z.literal("list"),
  data: z.array(
    z.strictObject({
      /** `provider/model`. */
      id: z.string(),
      object: z.literal("model"),
      created: z.int(),
      owned_by: z.string(),
    }),
  ),
});
export type OpenaiModelList = z.output<typeof openaiModelListSchema>;

const openaiErrorTypes = [
  "invalid_request_error",
  "authentication_error",
  "permission_error",
  "insufficient_quota",
  "rate_limit_error",
  "server_error",
] as const;

/**
 * Body of every error below `/api/ai/v1`. `param` names the invalid field in OpenAI's notation:
 * `messages[0].content`.
 */
export const openaiErrorSchema = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.enum(openaiErrorTypes),
    param: z.nullable(z.string()),
    code: errorCodeSchema,
  }),
});
export type OpenaiError = z.output<typeof openaiErrorSchema>;
