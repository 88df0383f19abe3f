import * as z from "zod/mini";
import { currencies } from "../organizations/organization-settings.schema.ts";

/** Why a test call of a provider failed: before it was sent, on the way, or at the provider. */
export const aiTestFailures = [
  "keyMissing",
  "modelMissing",
  "addressRefused",
  "timeout",
  "rate_limited",
  "overloaded",
  "refused_key",
  "bad_request",
  "content_filter",
  "unavailable",
] as const;
export type AiTestFailure = (typeof aiTestFailures)[number];

/** Which model of conversations is asked; absent: the first that is switched on. */
export const testAiProviderSchema = z.strictObject({
  model: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});

/** What came of a call that asks for one token. */
export const aiTestResultSchema = z.strictObject({
  ok: z.boolean(),
  model: z.nullable(z.string()),
  /** From sending to the whole answer; null when nothing was sent. */
  latencyMs: z.nullable(z.int()),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Millionths of the currency; null for an unpriced model and when nothing was sent. The platform pays. */
  costMicro: z.nullable(z.int()),
  currency: z.nullable(z.enum(currencies)),
  /** In the language of the request; `status` is the provider's. */
  failure: z.nullable(
    z.strictObject({
      kind: z.enum(aiTestFailures),
      status: z.nullable(z.int()),
      message: z.string(),
    }),
  ),
});
export type AiTestResult = z.output<typeof aiTestResultSchema>;
