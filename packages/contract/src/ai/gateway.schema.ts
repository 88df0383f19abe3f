import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { aiPromptMaxLength } from "../limits.ts";
import { currencies } from "../organizations/organization-settings.schema.ts";
import { withCode } from "../validation.ts";
import { aiHistoryMax } from "./history.rules.ts";

const providerKey = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const modelName = z.string().check(z.minLength(1), z.maxLength(200));

/** Returns the schema of a prompt. It is not trimmed, because whitespace and line breaks are significant to a model. */
function promptSchema(maxLength: number) {
  return z.string().check(
    z.maxLength(maxLength),
    z.refine((prompt) => prompt.trim() !== "", withCode("required")),
  );
}

/** A prompt for a provider's model. */
export const promptBodySchema = z.strictObject({
  prompt: promptSchema(aiPromptMaxLength),
  provider: providerKey,
  model: modelName,
  /** Maximum length of the answer in tokens; capped by the model's own limit. */
  maxTokens: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
});
export type PromptBody = z.output<typeof promptBodySchema>;

/**
 * A prompt that continues a conversation: `history` contains the earlier prompts and answers, oldest first. The server
 * keeps none of it, so that each call sends the whole conversation.
 */
export const conversationBodySchema = z.strictObject({
  ...promptBodySchema.shape,
  history: z.optional(
    z
      .array(
        z.strictObject({
          prompt: promptSchema(aiPromptMaxLength),
          answer: z.string().check(z.maxLength(aiPromptMaxLength)),
        }),
      )
      .check(
        z.maxLength(aiHistoryMax),
        z.refine(
          (turns) =>
            turns.reduce((sum, { prompt, answer }) => sum + prompt.length + answer.length, 0) <=
            aiPromptMaxLength,
          withCode("max", { max: aiPromptMaxLength }),
        ),
      ),
  ),
});
export type ConversationBody = z.output<typeof conversationBodySchema>;

/**
 * A prompt in the query of a stream, or only a ticket. The ids must match the session but select nothing. The entire
 * URL is limited to 8192 characters.
 */
export const streamQuerySchema = z.strictObject({
  ticket: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  prompt: z.optional(promptSchema(aiPromptMaxLength)),
  provider: z.optional(providerKey),
  model: z.optional(modelName),
  userId: z.optional(uuidSchema),
  organizationId: z.optional(uuidSchema),
});
export type StreamQuery = z.output<typeof streamQuerySchema>;

/** A single-use ticket for one stream of the same session. */
export const streamTicketSchema = z.strictObject({ ticket: z.string(), expiresAt: z.iso.datetime() });
export type StreamTicket = z.output<typeof streamTicketSchema>;

/**
 * The fields next to the recording `audio` in a transcription form. If provider or model is absent, the first
 * usable one that transcribes speech is chosen: providers by name, then the models of each by name.
 */
export const transcribeFieldsSchema = z.strictObject({
  /** ISO 639-1 code; `auto` leaves the detection to the model. */
  language: z._default(z.string().check(z.regex(/^(?:auto|[a-z]{2})$/)), "auto"),
  provider: z.optional(providerKey),
  model: z.optional(modelName),
});
export type TranscribeFields = z.output<typeof transcribeFieldsSchema>;

/** Usage and cost of a call. */
export const aiBillSchema = z.strictObject({
  callId: uuidSchema,
  provider: z.string(),
  model: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Included in the input. */
  cachedTokens: z.int(),
  /** Included in the output. */
  reasoningTokens: z.int(),
  audioSeconds: z.int(),
  /** Millionths of the currency; null if the model has no price. */
  costMicros: z.nullable(z.int()),
  currency: z.enum(currencies),
  /** True if the provider did not report usage, so that it was counted from the received data. */
  estimated: z.boolean(),
});
export type AiBill = z.output<typeof aiBillSchema>;

/** Reasons why an answer ended. `length` means that it was truncated. */
export const aiFinishReasons = ["stop", "length", "content_filter", "other"] as const;

export const aiAnswerSchema = z.strictObject({
  text: z.string(),
  finishReason: z.enum(aiFinishReasons),
  bill: aiBillSchema,
});
export type AiAnswer = z.output<typeof aiAnswerSchema>;

export const transcriptSchema = z.strictObject({ text: z.string(), bill: aiBillSchema });
export type Transcript = z.output<typeof transcriptSchema>;

/** Data of the unnamed stream events: one chunk of the answer. */
export const aiChunkSchema = z.strictObject({ text: z.string() });
/** Data of the last event, `done`. */
export const aiDoneSchema = z.strictObject({ finishReason: z.enum(aiFinishReasons), bill: aiBillSchema });
/** The events of a complete answer, which consists of any number of chunks. */
export const answerEvents = [{ data: aiChunkSchema }, { name: "done", data: aiDoneSchema }];
/** Data of the last event, `failed`; the chunks sent before it are billed, later if `bill` is null. */
export const aiFailedSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  bill: z.nullable(aiBillSchema),
});
