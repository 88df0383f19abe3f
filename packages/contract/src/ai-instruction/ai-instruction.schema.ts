import * as z from "zod/mini";
import { timeSchema } from "../users/users.schema.ts";

/** The AI instruction as the caller sees it. */
export const aiInstructionSchema = z.strictObject({
  /** Current version of the text. */
  version: z.int(),
  /** True if the organization uses AI and the caller has not confirmed the current version. */
  isDue: z.boolean(),
  /** Time at which the caller confirmed the current version. */
  confirmedAt: z.nullable(timeSchema),
  /** Names of the providers that the organization approved. */
  providers: z.array(z.string()),
  /** Names of members to ask: those who manage the AI, otherwise administrators and practice managers. */
  contacts: z.array(z.string()),
});
export type AiInstruction = z.output<typeof aiInstructionSchema>;

/** Request with the version of the text that the member read. */
export const confirmAiInstructionSchema = z.strictObject({ version: z.int().check(z.minimum(1)) });

/** State of a member's AI instruction. */
export const memberAiInstructionSchema = z.strictObject({
  /** Current version of the text. */
  version: z.int(),
  /** Whether the member may use AI. */
  usesAi: z.boolean(),
  /** The newest version that the member confirmed, and when. */
  confirmed: z.nullable(z.strictObject({ version: z.int(), at: timeSchema })),
});
export type MemberAiInstruction = z.output<typeof memberAiInstructionSchema>;
