import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { uuidSchema } from "../identifiers.ts";
import {
  aiKnownNamesSchema,
  aiTemplateListSchema,
  aiTemplateSchema,
  saveAiTemplateSchema,
} from "./ai-templates.schema.ts";

const templateParams = z.strictObject({ templateId: uuidSchema });
const users = { who: "permission:ai:use", scope: "own" } as const;
const managers = { who: "permission:ai:manage", scope: "own" } as const;
const ownTemplate = notAudited("the caller's own wording, which only they see and which names no patient");

/** Lists the caller's own prompt templates and those of the organization by name. */
export const listAiTemplates = defineEndpoint({
  name: "aiTemplates.list",
  summary: "List prompt templates",
  method: "GET",
  path: "/api/ai/templates",
  access: users,
  audit: notAudited("a read"),
  organizationFrom: "header",
  responses: { 200: aiTemplateListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/**
 * Creates a template of the caller. Errors: 422 AI_TEMPLATE_PERSONAL_DATA if the name or the text contains personal
 * data, 409 ALREADY_EXISTS for a name that the caller already uses, 409 CONFLICT when there are too many.
 */
export const createAiTemplate = defineEndpoint({
  name: "aiTemplates.create",
  summary: "Create a prompt template of the caller",
  method: "POST",
  path: "/api/ai/templates",
  access: users,
  rateLimit: "changes",
  audit: ownTemplate,
  organizationFrom: "header",
  body: saveAiTemplateSchema,
  responses: { 201: aiTemplateSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "AI_TEMPLATE_PERSONAL_DATA", "ALREADY_EXISTS", "CONFLICT"],
  replay: "resource",
});

/** Changes a template of the caller; errors as in {@link createAiTemplate}. */
export const updateAiTemplate = defineEndpoint({
  name: "aiTemplates.update",
  summary: "Change a prompt template of the caller",
  method: "PUT",
  path: "/api/ai/templates/{templateId}",
  access: users,
  audit: ownTemplate,
  organizationFrom: "header",
  params: templateParams,
  body: saveAiTemplateSchema,
  responses: { 200: aiTemplateSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "AI_TEMPLATE_PERSONAL_DATA", "ALREADY_EXISTS"],
});

/** Deletes a template of the caller. */
export const removeAiTemplate = defineEndpoint({
  name: "aiTemplates.remove",
  summary: "Delete a prompt template of the caller",
  method: "DELETE",
  path: "/api/ai/templates/{templateId}",
  access: users,
  audit: ownTemplate,
  organizationFrom: "header",
  params: templateParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Creates a template of the organization; errors as in {@link createAiTemplate}. */
export const createSharedAiTemplate = defineEndpoint({
  name: "aiTemplates.createShared",
  summary: "Create a prompt template of the organization",
  method: "POST",
  path: "/api/ai/shared-templates",
  access: managers,
  audit: audited("ai.template_created"),
  organizationFrom: "header",
  body: saveAiTemplateSchema,
  responses: { 201: aiTemplateSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "AI_TEMPLATE_PERSONAL_DATA", "ALREADY_EXISTS", "CONFLICT"],
  replay: "resource",
});

/** Changes a template of the organization; errors as in {@link createAiTemplate}. */
export const updateSharedAiTemplate = defineEndpoint({
  name: "aiTemplates.updateShared",
  summary: "Change a prompt template of the organization",
  method: "PUT",
  path: "/api/ai/shared-templates/{templateId}",
  access: managers,
  audit: audited("ai.template_changed"),
  organizationFrom: "header",
  params: templateParams,
  body: saveAiTemplateSchema,
  responses: { 200: aiTemplateSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "AI_TEMPLATE_PERSONAL_DATA", "ALREADY_EXISTS"],
});

/** Deletes a template of the organization. */
export const removeSharedAiTemplate = defineEndpoint({
  name: "aiTemplates.removeShared",
  summary: "Delete a prompt template of the organization",
  method: "DELETE",
  path: "/api/ai/shared-templates/{templateId}",
  access: managers,
  audit: audited("ai.template_removed"),
  organizationFrom: "header",
  params: templateParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/**
 * Lists the first names and surnames of the organization's members, so that the browser finds them in a text before it
 * is sent. Unlike a list of users, it contains no full names, roles or addresses.
 */
export const listAiKnownNames = defineEndpoint({
  name: "aiTemplates.listKnownNames",
  summary: "List the names that are marked in prompts",
  method: "GET",
  path: "/api/ai/known-names",
  access: users,
  audit: notAudited("a read"),
  organizationFrom: "header",
  responses: { 200: aiKnownNamesSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});
