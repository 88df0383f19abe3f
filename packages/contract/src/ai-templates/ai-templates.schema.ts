import * as z from "zod/mini";
import { sensitiveKinds } from "../ai/redaction/kinds.ts";
import { uuidSchema } from "../identifiers.ts";
import { aiTemplateNameMaxLength, aiTemplateTextMaxLength } from "./ai-templates.rules.ts";
import { nameSchema, textSchema } from "../validation.ts";

/** A prompt template. It contains no names and no data of patients. */
export const aiTemplateSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  name: z.string(),
  text: z.string(),
  /** Whether it belongs to the organization; otherwise it is the caller's own. */
  isShared: z.boolean(),
});
export type AiTemplate = z.output<typeof aiTemplateSchema>;

/** The caller's own templates and those of the organization, by name. */
export const aiTemplateListSchema = z.strictObject({ data: z.array(aiTemplateSchema) });

export const saveAiTemplateSchema = z.strictObject({
  name: nameSchema(1, aiTemplateNameMaxLength),
  text: textSchema(aiTemplateTextMaxLength).check(z.minLength(1)),
});
export type SaveAiTemplate = z.output<typeof saveAiTemplateSchema>;

/** Members of the error AI_TEMPLATE_PERSONAL_DATA: the kinds of personal data found, each with its words. */
export const aiTemplateFindingsSchema = z.array(
  z.strictObject({ kind: z.enum(sensitiveKinds), words: z.string() }),
);

/** First names and surnames of an organization's members as two separate lists, which do not show full names. */
export const aiKnownNamesSchema = z.strictObject({
  firstNames: z.array(z.string()),
  lastNames: z.array(z.string()),
});
export type AiKnownNames = z.output<typeof aiKnownNamesSchema>;
