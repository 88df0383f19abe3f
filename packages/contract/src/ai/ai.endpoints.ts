import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { uuidSchema } from "../identifiers.ts";
import { promptBodyMaxBytes } from "../limits.ts";
import { notAuditedCall, preCallErrors, providerErrors, uploadErrors } from "./call-errors.rules.ts";
import {
  aiAnswerSchema,
  answerEvents,
  conversationBodySchema,
  promptBodySchema,
  streamQuerySchema,
  streamTicketSchema,
  transcribeFieldsSchema,
  transcriptSchema,
} from "./gateway.schema.ts";
import {
  chatCompletionBodySchema,
  chatCompletionSchema,
  chatEvents,
  openaiErrorSchema,
  openaiModelListSchema,
  transcriptionFormSchema,
  transcriptionSchema,
} from "./openai-compatible.schema.ts";
import {
  aiPolicySchema,
  aiSwitchesSchema,
  aiSwitchSchema,
  aiSwitchStateSchema,
  updateAiPolicySchema,
} from "./policy.schema.ts";
import { aiTestResultSchema, testAiProviderSchema } from "./provider-test.schema.ts";
import {
  aiModelListSchema,
  aiProviderListQuery,
  aiProviderListSchema,
  aiProviderParams,
  aiProviderSchema,
  updateAiApprovalSchema,
  updateAiProviderSchema,
} from "./providers.schema.ts";

const readers = {
  who: "permission:ai:read | permission:ai:use | role:super_admin|admin",
  scope: "own",
} as const;
const managers = { who: "permission:ai:manage", scope: "own" } as const;
const platform = { who: "role:super_admin|admin", scope: "platform" } as const;
const operator = { who: "role:super_admin", scope: "platform" } as const;

/**
 * Lists the platform's providers by name. With an organization, each provider states whether the organization
 * may use it, and what is missing.
 */
export const listAiProviders = defineEndpoint({
  name: "ai.listProviders",
  summary: "List AI providers",
  method: "GET",
  path: "/api/ai/providers",
  access: readers,
  audit: notAudited("a read"),
  query: aiProviderListQuery,
  responses: { 200: aiProviderListSchema },
  errors: ["NOT_FOUND"],
});

/** Returns one provider, as in {@link listAiProviders}. */
export const getAiProvider = defineEndpoint({
  name: "ai.getProvider",
  summary: "Get an AI provider",
  method: "GET",
  path: "/api/ai/providers/{p}",
  access: readers,
  audit: notAudited("a read"),
  params: aiProviderParams,
  responses: { 200: aiProviderSchema },
  errors: ["NOT_FOUND"],
});

/** Lists a provider's models with their prices, and whether the organization may use each one. */
export const listAiModels = defineEndpoint({
  name: "ai.listModels",
  summary: "List the models of an AI provider",
  method: "GET",
  path: "/api/ai/providers/{p}/models",
  access: readers,
  audit: notAudited("a read"),
  params: aiProviderParams,
  responses: { 200: aiModelListSchema },
  errors: ["NOT_FOUND"],
});

/**
 * Sets a provider's key, URL, models, prices and compliance records. Errors: 400 for a URL that the server
 * refuses to call, and for enabling a provider without a URL.
 */
export const updateAiProvider = defineEndpoint({
  name: "ai.updateProvider",
  summary: "Set key, URL, models and compliance record of an AI provider",
  method: "PUT",
  path: "/api/ai/providers/{p}/credentials",
  access: platform,
  audit: audited("ai.provider_updated"),
  params: aiProviderParams,
  body: updateAiProviderSchema,
  responses: { 200: aiProviderSchema },
  errors: ["NOT_FOUND", "PRECONDITION_FAILED", "STEP_UP_REQUIRED"],
});

/** Sets the organization's approval of a provider. Errors: 400 for a future date or an unknown model. */
export const updateAiApproval = defineEndpoint({
  name: "ai.updateApproval",
  summary: "Approve an AI provider for the organization",
  method: "PUT",
  path: "/api/ai/providers/{p}/approval",
  access: managers,
  audit: audited("ai.approval_changed"),
  organizationFrom: "header",
  params: aiProviderParams,
  body: updateAiApprovalSchema,
  responses: { 200: aiProviderSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "PRECONDITION_FAILED", "STEP_UP_REQUIRED"],
});

/** Returns the organization's requirements for providers. */
export const getAiPolicy = defineEndpoint({
  name: "ai.getPolicy",
  summary: "Get the organization's AI policy",
  method: "GET",
  path: "/api/ai/policy",
  access: { who: "permission:ai:read | permission:ai:use", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "header",
  responses: { 200: aiPolicySchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Changes the organization's requirements for providers. */
export const updateAiPolicy = defineEndpoint({
  name: "ai.updatePolicy",
  summary: "Change the organization's AI policy",
  method: "PUT",
  path: "/api/ai/policy",
  access: managers,
  audit: audited("ai.policy_changed"),
  organizationFrom: "header",
  body: updateAiPolicySchema,
  responses: { 200: aiPolicySchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "PRECONDITION_FAILED", "STEP_UP_REQUIRED"],
});

/** Returns the AI switches that apply to the organization. */
export const getAiSwitches = defineEndpoint({
  name: "ai.getSwitches",
  summary: "Get the AI switches",
  method: "GET",
  path: "/api/ai/switches",
  access: { who: "permission:ai:read | permission:ai:use", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "header",
  responses: { 200: aiSwitchesSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

const switchEndpoint = {
  method: "PUT",
  audit: audited("ai.stopped"),
  body: aiSwitchSchema,
  responses: { 200: aiSwitchStateSchema },
} as const;

/** Stops AI on the entire platform, including running calls; resuming requires a step-up. */
export const switchAiPlatform = defineEndpoint({
  ...switchEndpoint,
  name: "ai.switchPlatform",
  summary: "Stop or resume AI on the platform",
  path: "/api/ai/switches/platform",
  access: operator,
  errors: ["NOT_FOUND", "STEP_UP_REQUIRED"],
});

/** Stops one provider for all organizations. */
export const switchAiProvider = defineEndpoint({
  ...switchEndpoint,
  name: "ai.switchProvider",
  summary: "Stop or resume an AI provider",
  path: "/api/ai/switches/provider/{p}",
  access: operator,
  params: aiProviderParams,
  errors: ["NOT_FOUND", "STEP_UP_REQUIRED"],
});

/** Stops AI for the organization. */
export const switchAiOrganization = defineEndpoint({
  ...switchEndpoint,
  name: "ai.switchOrganization",
  summary: "Stop or resume AI in the organization",
  path: "/api/ai/switches/organization",
  access: managers,
  organizationFrom: "header",
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "STEP_UP_REQUIRED"],
});

/** Stops AI for one member of the organization. */
export const switchAiPerson = defineEndpoint({
  ...switchEndpoint,
  name: "ai.switchPerson",
  summary: "Stop or resume AI for one user",
  path: "/api/ai/switches/person/{userId}",
  access: managers,
  organizationFrom: "header",
  params: z.strictObject({ userId: uuidSchema }),
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "STEP_UP_REQUIRED"],
});

/**
 * Requests a single token from a provider. Works even if the provider is disabled or stopped, to find out
 * whether it can be resumed.
 */
export const testAiProvider = defineEndpoint({
  name: "ai.testProvider",
  summary: "Test an AI provider with a one-token call",
  method: "POST",
  path: "/api/ai/providers/{p}/test",
  access: platform,
  audit: notAudited("requests one token for a fixed prompt and changes nothing"),
  params: aiProviderParams,
  body: testAiProviderSchema,
  responses: { 200: aiTestResultSchema },
  errors: ["NOT_FOUND"],
});

const users = { who: "permission:ai:use", scope: "own" } as const;

/**
 * Sends a prompt and responds once the answer is complete. Errors: 403 if the organization may not make the
 * call; for provider failures 502 AI_PROVIDER_FAILED, 503 AI_PROVIDER_OVERLOADED and 422 AI_CONTENT_REFUSED.
 */
export const proxyPrompt = defineEndpoint({
  name: "ai.proxy",
  summary: "Send a prompt to an AI provider",
  method: "POST",
  path: "/api/ai/proxy",
  access: users,
  replay: "bill",
  audit: notAuditedCall,
  organizationFrom: "header",
  body: conversationBodySchema,
  maxBodyBytes: promptBodyMaxBytes,
  responses: { 200: aiAnswerSchema },
  errors: [...preCallErrors, ...providerErrors],
});

/**
 * Sends a prompt and streams the answer: unnamed events contain one chunk each, the last event is named
 * `done` or `failed`.
 */
export const streamPrompt = defineEndpoint({
  name: "ai.stream",
  summary: "Send a prompt and stream the answer",
  method: "POST",
  path: "/api/ai/stream",
  access: users,
  replay: "bill",
  audit: notAuditedCall,
  organizationFrom: "header",
  body: conversationBodySchema,
  maxBodyBytes: promptBodyMaxBytes,
  responses: { 200: null },
  stream: true,
  streamEvents: answerEvents,
  errors: preCallErrors,
});

/**
 * Stores a prompt, encrypted, for one minute and for one GET of {@link streamPromptFromUrl} by the same session.
 * Whether the organization may make the call is checked when the stream is opened.
 */
export const createStreamTicket = defineEndpoint({
  name: "ai.createStreamTicket",
  summary: "Create a ticket that opens a prompt stream in an EventSource",
  method: "POST",
  path: "/api/ai/stream/ticket",
  access: users,
  replay: "none",
  rateLimit: "tickets",
  audit: notAudited("changes nothing; the call that the ticket opens is a usage event"),
  organizationFrom: "header",
  body: promptBodySchema,
  maxBodyBytes: promptBodyMaxBytes,
  responses: { 201: streamTicketSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/**
 * Opens the stream of {@link streamPrompt} for clients that can only open a URL: with a ticket, or with the prompt in
 * the query if the organization allows that. Returns 204 to a reconnecting EventSource, because a prompt is never run
 * twice. Errors: 403 and 404 for ids that do not match the session, 400 TICKET_INVALID, 403
 * AI_PROMPT_IN_URL_NOT_ALLOWED, 414 for a URL that is too long.
 */
export const streamPromptFromUrl = defineEndpoint({
  name: "ai.streamFromUrl",
  summary: "Open a prompt stream by URL",
  method: "GET",
  path: "/api/ai/stream",
  access: users,
  audit: notAuditedCall,
  organizationFrom: "header",
  acceptsTicket: true,
  query: streamQuerySchema,
  responses: { 200: null, 204: null },
  stream: true,
  streamEvents: answerEvents,
  errors: [...preCallErrors, "AI_PROMPT_IN_URL_NOT_ALLOWED", "TICKET_INVALID"],
});

/**
 * Transcribes a recording of at most 10485760 bytes in one of `audioFormats`. Form fields must precede the
 * file. Errors: 400 for a malformed form or a recording that is empty or of another format, 413 if it is too
 * large, 408 for a slow upload, and those of {@link proxyPrompt}.
 */
export const transcribe = defineEndpoint({
  name: "ai.transcribe",
  summary: "Transcribe a recording",
  method: "POST",
  path: "/api/ai/transcribe",
  access: users,
  replay: "bill",
  audit: notAuditedCall,
  organizationFrom: "header",
  upload: "audio",
  body: transcribeFieldsSchema,
  responses: { 200: transcriptSchema },
  errors: [...preCallErrors, ...providerErrors, ...uploadErrors, "FILE_MUST_BE_LAST"],
});

const applications = { who: "token+permission:ai:use", scope: "own" } as const;

/**
 * Creates a chat completion, complete or streamed, compatible with OpenAI's endpoint of that name. `x-should-retry`
 * on an error states whether a retry can succeed.
 */
export const createChatCompletion = defineEndpoint({
  name: "ai.createChatCompletion",
  summary: "Create a chat completion (OpenAI-compatible)",
  method: "POST",
  path: "/api/ai/v1/chat/completions",
  access: applications,
  replay: "bill",
  audit: notAuditedCall,
  organizationFrom: "header",
  body: chatCompletionBodySchema,
  maxBodyBytes: promptBodyMaxBytes,
  responses: { 200: chatCompletionSchema },
  stream: "requested",
  streamEvents: chatEvents,
  errorSchema: openaiErrorSchema,
  errors: [...preCallErrors, ...providerErrors],
});

/**
 * Transcribes a recording, compatible with OpenAI's endpoint of that name; formats and sizes as in
 * {@link transcribe}. Fields may follow the file.
 */
export const createTranscription = defineEndpoint({
  name: "ai.createTranscription",
  summary: "Create a transcription (OpenAI-compatible)",
  method: "POST",
  path: "/api/ai/v1/audio/transcriptions",
  access: applications,
  replay: "bill",
  audit: notAuditedCall,
  organizationFrom: "header",
  upload: "file",
  allowsFieldsAfterFile: true,
  body: transcriptionFormSchema,
  responses: { 200: transcriptionSchema },
  plainText: "requested",
  errorSchema: openaiErrorSchema,
  errors: [...preCallErrors, ...providerErrors, ...uploadErrors, "OVERLOADED"],
});

/**
 * Lists the models that the organization may currently use, under the names that {@link createChatCompletion} accepts.
 */
export const listOpenaiModels = defineEndpoint({
  name: "ai.listOpenaiModels",
  summary: "List models (OpenAI-compatible)",
  method: "GET",
  path: "/api/ai/v1/models",
  access: applications,
  audit: notAudited("a read"),
  organizationFrom: "header",
  responses: { 200: openaiModelListSchema },
  errorSchema: openaiErrorSchema,
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});
