import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { coded, lineSchema } from "../validation.ts";
import { aiRegions } from "./gate.rules.ts";
import { aiStopSchema } from "./providers.schema.ts";

const policyShape = {
  /** Where a provider may compute. */
  regions: z.array(z.enum(aiRegions)).check(
    z.minLength(1),
    z.refine((regions) => new Set(regions).size === regions.length, coded("unique")),
  ),
  requiresC5: z.boolean(),
  requiresSecrecy: z.boolean(),
  requiresProcessing: z.boolean(),
  /** Days a provider may keep what it is sent. */
  maxRetentionDays: z.int().check(z.minimum(0), z.maximum(36_500)),
  allowsTraining: z.boolean(),
  /** Whether `GET /api/ai/stream` takes a prompt in its address. */
  allowsPromptInAddress: z.boolean(),
} as const;

/** What a practice demands of providers; without a word of its own the strictest, in version 0. */
export const aiPolicySchema = z.strictObject({ ...policyShape, version: z.int() });
export type AiPolicyView = z.output<typeof aiPolicySchema>;

/** Absent: unchanged. */
export const updateAiPolicySchema = z.strictObject({
  regions: z.optional(policyShape.regions),
  requiresC5: z.optional(policyShape.requiresC5),
  requiresSecrecy: z.optional(policyShape.requiresSecrecy),
  requiresProcessing: z.optional(policyShape.requiresProcessing),
  maxRetentionDays: z.optional(policyShape.maxRetentionDays),
  allowsTraining: z.optional(policyShape.allowsTraining),
  allowsPromptInAddress: z.optional(policyShape.allowsPromptInAddress),
});
export type UpdateAiPolicy = z.output<typeof updateAiPolicySchema>;

/** Stops the AI, for a reason that those read who are stopped, or lets it go on. */
export const aiSwitchSchema = z
  .strictObject({ stopped: z.boolean(), reason: z.optional(lineSchema(1, 500)) })
  .check(
    z.refine(({ stopped, reason }) => !stopped || reason !== undefined, coded("required", {}, ["reason"])),
  );
export type AiSwitch = z.output<typeof aiSwitchSchema>;

/** How a switch stands now. */
export const aiSwitchStateSchema = z.strictObject({ stopped: z.nullable(aiStopSchema) });
export type AiSwitchState = z.output<typeof aiSwitchStateSchema>;

/** The switches that matter in a practice. Whoever does not manage its AI sees herself alone among the people. */
export const aiSwitchesSchema = z.strictObject({
  platform: z.nullable(aiStopSchema),
  practice: z.nullable(aiStopSchema),
  people: z.array(z.strictObject({ userId: uuidSchema, name: z.string(), stopped: aiStopSchema })),
});
export type AiSwitches = z.output<typeof aiSwitchesSchema>;
