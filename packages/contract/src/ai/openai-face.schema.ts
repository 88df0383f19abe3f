import * as z from "zod/mini";
import { errorCodes } from "../errors.ts";
import { coded } from "../validation.ts";
import { aiPromptMaxLength } from "../limits.ts";

/**
 * The bodies of `/api/ai/v1`: a part of what OpenAI's own calls take, so that programs that speak with OpenAI speak
 * with the portal. What is not here is refused by name and never passed over: an application that asks for tools must
 * not get an answer without them. What only says that something is off (`n: 1`, `store: false`) is taken.
 */

const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

const messagesMax = 1_000;
const partsMax = 100;
const stopsMax = 4;
const stopMaxLength = 200;
const modelMaxLength = 241;
const tokensMax = 1_000_000;

const partSchema = z.strictObject({ type: z.literal("text"), text: z.string() });
const contentSchema = z.union([z.string(), z.array(partSchema).check(z.minLength(1), z.maxLength(partsMax))]);

const messageSchema = z.strictObject({
  /** `developer` is what OpenAI calls `system` now. */
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: contentSchema,
  /** Stands in each answer; programs send answers back as they came. */
  refusal: z.optional(z.null()),
});
type Message = z.output<typeof messageSchema>;

/** What a message says; parts are paragraphs. */
export function textOfMessage({ content }: Message): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("\n");
}

const messagesSchema = z.array(messageSchema).check(
  z.minLength(1),
  z.maxLength(messagesMax),
  z.refine(
    (messages) => messages.some((each) => each.role === "user" && textOfMessage(each).trim() !== ""),
    coded("required"),
  ),
  z.refine(
    (messages) => messages.reduce((sum, each) => sum + textOfMessage(each).length, 0) <= aiPromptMaxLength,
    coded("max", { max: aiPromptMaxLength }),
  ),
);

const modelSchema = z.string().check(z.minLength(1), z.maxLength(modelMaxLength));
const tokens = z.int().check(z.minimum(1), z.maximum(tokensMax));
const stopText = z.string().check(z.minLength(1), z.maxLength(stopMaxLength));

/** `model`: `provider/model`, or the name of the model alone where only one provider has it. */
export const chatCompletionBodySchema = z
  .strictObject({
    model: modelSchema,
    messages: messagesSchema,
    max_tokens: maybe(tokens),
    max_completion_tokens: maybe(tokens),
    /** Anthropic counts from 0 to 1; what is above is 1 there. */
    temperature: maybe(z.number().check(z.minimum(0), z.maximum(2))),
    top_p: maybe(z.number().check(z.minimum(0), z.maximum(1))),
    stop: maybe(z.union([stopText, z.array(stopText).check(z.minLength(1), z.maxLength(stopsMax))])),
    stream: maybe(z.boolean()),
    stream_options: maybe(z.strictObject({ include_usage: z.optional(z.boolean()) })),
    n: maybe(z.literal(1)),
    store: maybe(z.literal(false)),
    logprobs: maybe(z.literal(false)),
    frequency_penalty: maybe(z.literal(0)),
    presence_penalty: maybe(z.literal(0)),
    response_format: maybe(z.strictObject({ type: z.literal("text") })),
  })
  .check(
    z.refine(
      ({ max_tokens, max_completion_tokens }) => !(max_tokens && max_completion_tokens),
      coded("match", {}, ["max_tokens"]),
    ),
    z.refine(
      ({ stream, stream_options }) => !stream_options || stream === true,
      coded("invalidChoice", {}, ["stream_options"]),
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
const head = { id: z.string(), created: z.int(), model: z.string() };

export const chatCompletionSchema = z.strictObject({
  ...head,
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

/** Data of the events of a stream. The last one of a whole answer is `[DONE]`, that of a failed one the error. */
export const chatChunkSchema = z.strictObject({
  ...head,
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
  /** In the last chunk, when `stream_options.include_usage` asks for it. */
  usage: z.optional(z.nullable(openaiUsageSchema)),
});
export type ChatChunk = z.output<typeof chatChunkSchema>;

/** Fields of the form beside the recording `file`; texts, as all of a form. */
export const transcriptionFormSchema = z.strictObject({
  model: modelSchema,
  /** Two letters of ISO 639-1; left to the model when absent. */
  language: z.optional(z.string().check(z.regex(/^[a-z]{2}$/))),
  response_format: z.optional(z.enum(["json", "text"])),
  stream: z.optional(z.literal("false")),
});
export type TranscriptionForm = z.output<typeof transcriptionFormSchema>;

/** Or the text alone, when `response_format` asks for it. */
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

/** Models that the practice may use at this moment. */
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

/** Body of every error below `/api/ai/v1`. `param` names what was wrong as OpenAI does: `messages[0].content`. */
export const openaiErrorSchema = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.enum(openaiErrorTypes),
    param: z.nullable(z.string()),
    code: z.enum(errorCodes),
  }),
});
export type OpenaiError = z.output<typeof openaiErrorSchema>;
