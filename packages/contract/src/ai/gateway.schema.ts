import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { aiPromptMaxLength } from "../limits.ts";
import { coded } from "../validation.ts";

const providerKey = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const modelName = z.string().check(z.minLength(1), z.maxLength(200));

/** Sent as it was written: a model reads blanks and line ends. */
function promptSchema(maxLength: number) {
  return z.string().check(
    z.maxLength(maxLength),
    z.refine((prompt) => prompt.trim() !== "", coded("required")),
  );
}

/** A text for a model of a provider. */
export const promptBodySchema = z.strictObject({
  prompt: promptSchema(aiPromptMaxLength),
  provider: providerKey,
  model: modelName,
  /** Longest answer in tokens; no more than the model gives. */
  maxTokens: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
});
export type PromptBody = z.output<typeof promptBodySchema>;

/**
 * A prompt in the address of a stream, or a ticket alone. The ids are those of the session and choose nothing; all of
 * the address has at most 8192 characters.
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

/** A ticket for one stream; used once, by the same session, before it expires. */
export const streamTicketSchema = z.strictObject({ ticket: z.string(), expiresAt: z.iso.datetime() });
export type StreamTicket = z.output<typeof streamTicketSchema>;

/**
 * What stands beside the recording `audio` in the form of a transcription. Without a provider or model the practice's
 * first one that it can use and that writes down speech: providers by name, the models of each by name.
 */
export const transcribeFieldsSchema = z.strictObject({
  /** Two letters of ISO 639-1; `auto` leaves it to the model. */
  language: z._default(z.string().check(z.regex(/^(?:auto|[a-z]{2})$/)), "auto"),
  provider: z.optional(providerKey),
  model: z.optional(modelName),
});
export type TranscribeFields = z.output<typeof transcribeFieldsSchema>;

/** What a call used and cost. */
export const aiBillSchema = z.strictObject({
  callId: uuidSchema,
  provider: z.string(),
  model: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Part of the input. */
  cachedTokens: z.int(),
  /** Part of the output. */
  reasoningTokens: z.int(),
  audioSeconds: z.int(),
  /** Millionths of the currency; null: the model has no price. */
  costMicros: z.nullable(z.int()),
  currency: z.string(),
  /** The provider did not say what was used: counted from what arrived. */
  estimated: z.boolean(),
});
export type AiBill = z.output<typeof aiBillSchema>;

/** Why an answer ended; `length`: it was cut off. */
export const aiFinishReasons = ["stop", "length", "content_filter", "other"] as const;

export const aiAnswerSchema = z.strictObject({
  text: z.string(),
  finishReason: z.enum(aiFinishReasons),
  bill: aiBillSchema,
});
export type AiAnswer = z.output<typeof aiAnswerSchema>;

export const transcriptSchema = z.strictObject({ text: z.string(), bill: aiBillSchema });
export type Transcript = z.output<typeof transcriptSchema>;

/** Data of the events of a stream without a name: a piece of the answer. */
export const aiPieceSchema = z.strictObject({ text: z.string() });
/** Data of the event `done`, the last one. */
export const aiDoneSchema = z.strictObject({ finishReason: z.enum(aiFinishReasons), bill: aiBillSchema });
/** Data of the event `failed`, the last one; what had come by then is paid. */
export const aiFailedSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  bill: aiBillSchema,
});
