import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { uuidSchema } from "../identifiers.ts";
import {
  aiInstructionSchema,
  confirmAiInstructionSchema,
  memberAiInstructionSchema,
} from "./ai-instruction.schema.ts";

const users = { who: "permission:ai:use", scope: "own" } as const;

/** Returns whether the caller has confirmed the AI instruction, with the organization's providers and contacts. */
export const getAiInstruction = defineEndpoint({
  name: "aiInstruction.get",
  summary: "Get the caller's AI instruction",
  method: "GET",
  path: "/api/ai/instruction",
  access: users,
  audit: notAudited("a read"),
  organizationFrom: "header",
  responses: { 200: aiInstructionSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/**
 * Confirms the AI instruction for the caller; repeating it changes nothing. Errors: 409 CONFLICT if the version is not
 * the current one, 403 for applications and for callers who are not members.
 */
export const confirmAiInstruction = defineEndpoint({
  name: "aiInstruction.confirm",
  summary: "Confirm the AI instruction",
  method: "PUT",
  path: "/api/ai/instruction",
  access: users,
  audit: audited("ai.instruction_confirmed"),
  organizationFrom: "header",
  body: confirmAiInstructionSchema,
  responses: { 200: aiInstructionSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "CONFLICT"],
});

/** Returns which version of the AI instruction a member confirmed, and when. */
export const getMemberAiInstruction = defineEndpoint({
  name: "aiInstruction.getOfMember",
  summary: "Get the AI instruction of a member",
  method: "GET",
  path: "/api/ai/instruction/{userId}",
  access: { who: "permission:billing:read | permission:ai:read", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "header",
  params: z.strictObject({ userId: uuidSchema }),
  responses: { 200: memberAiInstructionSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});
