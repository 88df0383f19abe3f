import * as z from "zod/mini";
import { currencies } from "../organizations/organization-settings.schema.ts";

/** Reasons why a provider's test call failed: before sending, in transit, or at the provider. */
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

/** The chat model to test; by default the first enabled one. */
export const testAiProviderSchema = z.strictObject({
  model: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});

/** The result of a call that requests one token. */
export const aiTestResultSchema = z.strictObject({
  ok: z.boolean(),
  model: z.nullable(z.string()),
  /** Time from sending to the complete response; null if nothing was sent. */
  latencyMs: z.nullable(z.int()),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /**
   * Millionths of the currency; null for a model without a price and if nothing was sent. Paid by the
   * platform.
   */
  costMicro: z.nullable(z.int()),
  currency: z.nullable(z.enum(currencies)),
  /** Message in the language of the request; `status` is the provider's. */
  failure: z.nullable(
    z.strictObject({
      kind: z.enum(aiTestFailures),
      status: z.nullable(z.int()),
      message: z.string(),
    }),
  ),
});
export type AiTestResult = z.output<typeof aiTestResultSchema>;
