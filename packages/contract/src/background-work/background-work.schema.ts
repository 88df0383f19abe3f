import * as z from "zod/mini";
import { lineSchema } from "../validation.ts";

/** The topic whose messages are retried, such as `mail`; without it those of all topics. */
export const retryMessagesSchema = z.strictObject({ topic: z.optional(lineSchema(1, 100)) });
export type RetryMessages = z.output<typeof retryMessagesSchema>;

/** Numbers of failed messages that are due again, and of those that can no longer be sent. */
export const retriedMessagesSchema = z.strictObject({
  retried: z.int(),
  /** Refused permanently, for example because the mailbox does not exist. */
  refused: z.int(),
  /** Too old to be of use to their recipient. */
  expired: z.int(),
});
export type RetriedMessages = z.output<typeof retriedMessagesSchema>;

/** The topic whose messages are discarded, such as `mail`; without it those of all topics. */
export const discardMessagesSchema = z.strictObject({ topic: z.optional(lineSchema(1, 100)) });
export type DiscardMessages = z.output<typeof discardMessagesSchema>;

/** Number of messages that were discarded. */
export const discardedMessagesSchema = z.strictObject({ discarded: z.int() });
export type DiscardedMessages = z.output<typeof discardedMessagesSchema>;

/** The name of a scheduled job, as in the overview. */
export const retryJobSchema = z.strictObject({ job: lineSchema(1, 100) });
export type RetryJob = z.output<typeof retryJobSchema>;
