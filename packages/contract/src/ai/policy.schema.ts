import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { withCode, lineSchema } from "../validation.ts";
import { aiRegions } from "./gate.rules.ts";
import { aiStopSchema } from "./providers.schema.ts";

const policyShape = {
  /** Regions in which a provider may process data. */
  regions: z.array(z.enum(aiRegions)).check(
    z.minLength(1),
    z.refine((regions) => new Set(regions).size === regions.length, withCode("unique")),
  ),
  requiresC5: z.boolean(),
  requiresSecrecy: z.boolean(),
  requiresProcessing: z.boolean(),
  /** Maximum number of days a provider may retain data. */
  maxRetentionDays: z.int().check(z.minimum(0), z.maximum(36_500)),
  allowsTraining: z.boolean(),
  /** Whether `GET /api/ai/stream` accepts a prompt in the query. */
  allowsPromptInAddress: z.boolean(),
} as const;

/**
 * An organization's requirements for providers. Until it sets its own, the strictest defaults apply as version 0.
 */
export const aiPolicySchema = z.strictObject({ ...policyShape, version: z.int() });
export type AiPolicyView = z.output<typeof aiPolicySchema>;

/** Absent fields stay unchanged. */
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

/** Stops AI with a reason that is shown to those affected, or resumes it. */
export const aiSwitchSchema = z
  .strictObject({ stopped: z.boolean(), reason: z.optional(lineSchema(1, 500)) })
  .check(
    z.refine(({ stopped, reason }) => !stopped || reason !== undefined, withCode("required", {}, ["reason"])),
  );
export type AiSwitch = z.output<typeof aiSwitchSchema>;

/** Current state of a switch. */
export const aiSwitchStateSchema = z.strictObject({ stopped: z.nullable(aiStopSchema) });
export type AiSwitchState = z.output<typeof aiSwitchStateSchema>;

/**
 * The AI switches that apply in an organization. Callers who do not manage its AI see only themselves in
 * `people`.
 */
export const aiSwitchesSchema = z.strictObject({
  platform: z.nullable(aiStopSchema),
  organization: z.nullable(aiStopSchema),
  people: z.array(z.strictObject({ userId: uuidSchema, name: z.string(), stopped: aiStopSchema })),
});
export type AiSwitches = z.output<typeof aiSwitchesSchema>;
