import * as z from "zod/mini";
import { audited, defineEndpoint, none } from "../endpoint.ts";
import { uuidSchema } from "../identifiers.ts";
import { promptBodyMaxBytes } from "../limits.ts";
import {
  aiAnswerSchema,
  promptBodySchema,
  streamQuerySchema,
  streamTicketSchema,
  transcribeFieldsSchema,
  transcriptSchema,
} from "./gateway.schema.ts";
import {
  chatCompletionBodySchema,
  chatCompletionSchema,
  openaiModelListSchema,
  transcriptionFormSchema,
  transcriptionSchema,
} from "./openai-face.schema.ts";
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

/** Every provider of the platform, by name. With a practice: whether it may use each, and what is missing. */
export const listAiProviders = defineEndpoint({
  name: "ai.listProviders",
  summary: "AI providers",
  method: "GET",
  path: "/api/ai/providers",
  access: readers,
  audit: none("a read"),
  responses: { 200: aiProviderListSchema },
  errors: ["NOT_FOUND"],
});

/** One provider, as {@link listAiProviders} tells it. */
export const getAiProvider = defineEndpoint({
  name: "ai.getProvider",
  summary: "One AI provider",
  method: "GET",
  path: "/api/ai/providers/{p}",
  access: readers,
  audit: none("a read"),
  params: aiProviderParams,
  responses: { 200: aiProviderSchema },
  errors: ["NOT_FOUND"],
});

/** The models of a provider with their prices, and whether the practice may use each. */
export const listAiModels = defineEndpoint({
  name: "ai.listModels",
  summary: "Models of an AI provider",
  method: "GET",
  path: "/api/ai/providers/{p}/models",
  access: readers,
  audit: none("a read"),
  params: aiProviderParams,
  responses: { 200: aiModelListSchema },
  errors: ["NOT_FOUND"],
});

/**
 * Sets key, address, models, prices and paperwork of a provider. Errors: 400 for an address that the server does not
 * call, and for switching on without an address.
 */
export const updateAiProvider = defineEndpoint({
  name: "ai.updateProvider",
  summary: "Set key, address, models and paperwork of an AI provider",
  method: "PUT",
  path: "/api/ai/providers/{p}/credentials",
  access: platform,
  audit: audited("ai.provider_updated"),
  params: aiProviderParams,
  body: updateAiProviderSchema,
  responses: { 200: aiProviderSchema },
  errors: ["NOT_FOUND", "PRECONDITION_FAILED", "STEP_UP_REQUIRED"],
});

/** What the practice has agreed with a provider. Errors: 400 for a day to come or a model it does not have. */
export const updateAiApproval = defineEndpoint({
  name: "ai.updateApproval",
  summary: "Approve an AI provider for the practice",
  method: "PUT",
  path: "/api/ai/providers/{p}/approval",
  access: managers,
  audit: audited("ai.approval_changed"),
  practice: "header",
  params: aiProviderParams,
  body: updateAiApprovalSchema,
  responses: { 200: aiProviderSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "PRECONDITION_FAILED", "STEP_UP_REQUIRED"],
});

/** What the practice demands of providers. */
export const getAiPolicy = defineEndpoint({
  name: "ai.getPolicy",
  summary: "What the practice demands of AI providers",
  method: "GET",
  path: "/api/ai/policy",
  access: { who: "permission:ai:read | permission:ai:use", scope: "own" },
  audit: none("a read"),
  practice: "header",
  responses: { 200: aiPolicySchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Changes what the practice demands of providers. */
export const updateAiPolicy = defineEndpoint({
  name: "ai.updatePolicy",
  summary: "Change what the practice demands of AI providers",
  method: "PUT",
  path: "/api/ai/policy",
  access: managers,
  audit: audited("ai.policy_changed"),
  practice: "header",
  body: updateAiPolicySchema,
  responses: { 200: aiPolicySchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "PRECONDITION_FAILED", "STEP_UP_REQUIRED"],
});

/** The switches that matter in the practice. */
export const getAiSwitches = defineEndpoint({
  name: "ai.getSwitches",
  summary: "Where the AI is stopped",
  method: "GET",
  path: "/api/ai/switches",
  access: { who: "permission:ai:read | permission:ai:use", scope: "own" },
  audit: none("a read"),
  practice: "header",
  responses: { 200: aiSwitchesSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

const switching = {
  method: "PUT",
  audit: audited("ai.stopped"),
  body: aiSwitchSchema,
  responses: { 200: aiSwitchStateSchema },
} as const;

/** Stops the AI of the whole platform, running answers as well; going on asks for a fresh proof of identity. */
export const switchAiPlatform = defineEndpoint({
  ...switching,
  name: "ai.switchPlatform",
  summary: "Stop the AI of the platform, or let it go on",
  path: "/api/ai/switches/platform",
  access: operator,
  errors: ["NOT_FOUND", "STEP_UP_REQUIRED"],
});

/** Stops one provider for everybody. */
export const switchAiProvider = defineEndpoint({
  ...switching,
  name: "ai.switchProvider",
  summary: "Stop an AI provider, or let it go on",
  path: "/api/ai/switches/provider/{p}",
  access: operator,
  params: aiProviderParams,
  errors: ["NOT_FOUND", "STEP_UP_REQUIRED"],
});

/** Stops the AI of the practice. */
export const switchAiPractice = defineEndpoint({
  ...switching,
  name: "ai.switchPractice",
  summary: "Stop the AI of the practice, or let it go on",
  path: "/api/ai/switches/practice",
  access: managers,
  practice: "header",
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "STEP_UP_REQUIRED"],
});

/** Stops the AI of one person of the practice. */
export const switchAiPerson = defineEndpoint({
  ...switching,
  name: "ai.switchPerson",
  summary: "Stop the AI of one person, or let it go on",
  path: "/api/ai/switches/person/{userId}",
  access: managers,
  practice: "header",
  params: z.strictObject({ userId: uuidSchema }),
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "STEP_UP_REQUIRED"],
});

/** Asks a provider for one token. Works for one that is switched off or stopped: so one sees whether it may go on. */
export const testAiProvider = defineEndpoint({
  name: "ai.testProvider",
  summary: "Test an AI provider with a call of one token",
  method: "POST",
  path: "/api/ai/providers/{p}/test",
  access: platform,
  audit: none("asks the provider for one token of a fixed text and changes nothing"),
  params: aiProviderParams,
  body: testAiProviderSchema,
  responses: { 200: aiTestResultSchema },
  errors: ["NOT_FOUND"],
});

const users = { who: "permission:ai:use", scope: "own" } as const;
const paid = none("each call is a usage event; what is said in it is written nowhere");
/** What keeps a call from being made, and what a provider can do. */
const refusals = [
  "AI_PROVIDER_NOT_READY",
  "AI_STOPPED",
  "QUOTA_EXCEEDED",
  "AI_MODEL_UNPRICED",
  "TOO_MANY_AI_CALLS",
  "NOT_FOUND",
  "ORGANIZATION_REQUIRED",
] as const;
const uploads = ["UPLOAD_MALFORMED", "UPLOAD_TOO_SLOW", "TOO_MANY_UPLOADS"] as const;
const failures = ["AI_PROVIDER_FAILED", "AI_PROVIDER_BUSY", "AI_CONTENT_REFUSED"] as const;

/**
 * Sends a prompt and answers when all of the answer has come. Errors: 403 for what keeps the practice from it, 502
 * AI_PROVIDER_FAILED, 503 AI_PROVIDER_BUSY, 422 AI_CONTENT_REFUSED for what the provider does.
 */
export const proxyPrompt = defineEndpoint({
  name: "ai.proxy",
  summary: "Send a prompt to an AI provider",
  method: "POST",
  path: "/api/ai/proxy",
  access: users,
  replay: "bill",
  audit: paid,
  practice: "header",
  body: promptBodySchema,
  maxBodyBytes: promptBodyMaxBytes,
  responses: { 200: aiAnswerSchema },
  errors: [...refusals, ...failures],
});

/**
 * Sends a prompt and gives the answer as it is made: events without a name hold a piece each, the last one is named
 * `done` or `failed`.
 */
export const streamPrompt = defineEndpoint({
  name: "ai.stream",
  summary: "Send a prompt and read the answer as a stream",
  method: "POST",
  path: "/api/ai/stream",
  access: users,
  replay: "bill",
  audit: paid,
  practice: "header",
  body: promptBodySchema,
  maxBodyBytes: promptBodyMaxBytes,
  responses: { 200: null },
  stream: true,
  errors: refusals,
});

/**
 * Keeps a prompt for a minute, sealed, for one GET of {@link streamAddress} by the same session. What keeps the practice
 * from the call is told when the stream is opened.
 */
export const createStreamTicket = defineEndpoint({
  name: "ai.streamTicket",
  summary: "Ask for a ticket with which an EventSource opens the stream of a prompt",
  method: "POST",
  path: "/api/ai/stream/ticket",
  access: users,
  replay: "none",
  perPerson: "tickets",
  audit: none("changes nothing; the call that the ticket opens is a usage event"),
  practice: "header",
  body: promptBodySchema,
  maxBodyBytes: promptBodyMaxBytes,
  responses: { 201: streamTicketSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/**
 * The stream of {@link streamPrompt} for who can only open an address: with a ticket, or with the prompt in it where
 * the practice allows that. 204 for an EventSource that comes back: a prompt is never run twice. Errors: 403 and 404
 * for ids that are not those of the session, 400 TICKET_INVALID, 403 AI_PROMPT_IN_ADDRESS, 414 for a long address.
 */
export const streamAddress = defineEndpoint({
  name: "ai.streamAddress",
  summary: "Open the stream of a prompt by its address",
  method: "GET",
  path: "/api/ai/stream",
  access: users,
  audit: paid,
  practice: "header",
  ticketed: true,
  query: streamQuerySchema,
  responses: { 200: null, 204: null },
  stream: true,
  errors: [...refusals, "AI_PROMPT_IN_ADDRESS", "TICKET_INVALID"],
});

/**
 * Writes down what is said in a recording of at most 10485760 bytes, in one of `audioFormats`. The fields of the form
 * stand before the file. Errors: 400 for a form that is broken and for a recording that is empty or of another format,
 * 413 for one that is too large, 408 for a slow sender, and those of {@link proxyPrompt}.
 */
export const transcribe = defineEndpoint({
  name: "ai.transcribe",
  summary: "Have a recording transcribed by an AI provider",
  method: "POST",
  path: "/api/ai/transcribe",
  access: users,
  replay: "bill",
  audit: paid,
  practice: "header",
  upload: "audio",
  body: transcribeFieldsSchema,
  responses: { 200: transcriptSchema },
  errors: [...refusals, ...failures, ...uploads, "UPLOAD_FIELDS_LATE"],
});

const applications = { who: "token+permission:ai:use", scope: "own" } as const;

/**
 * A conversation, whole or as a stream, as OpenAI's call of this name. `x-should-retry` of an error says whether sending
 * it again can help.
 */
export const createChatCompletion = defineEndpoint({
  name: "ai.createChatCompletion",
  summary: "Chat completion for applications, as OpenAI's",
  method: "POST",
  path: "/api/ai/v1/chat/completions",
  access: applications,
  replay: "bill",
  audit: paid,
  practice: "header",
  body: chatCompletionBodySchema,
  maxBodyBytes: promptBodyMaxBytes,
  responses: { 200: chatCompletionSchema },
  stream: "asked",
  face: "openai",
  errors: [...refusals, ...failures],
});

/**
 * Writes down a recording, as OpenAI's call of this name; formats and sizes as {@link transcribe}. Fields may
 * stand behind the file.
 */
export const createTranscription = defineEndpoint({
  name: "ai.createTranscription",
  summary: "Transcription for applications, as OpenAI's",
  method: "POST",
  path: "/api/ai/v1/audio/transcriptions",
  access: applications,
  replay: "bill",
  audit: paid,
  practice: "header",
  upload: "file",
  lateFields: true,
  body: transcriptionFormSchema,
  responses: { 200: transcriptionSchema },
  plainText: "asked",
  face: "openai",
  errors: [...refusals, ...failures, ...uploads, "BUSY"],
});

/** The models that the practice may use now, by the names that {@link createChatCompletion} takes. */
export const listOpenaiModels = defineEndpoint({
  name: "ai.listOpenaiModels",
  summary: "Models for applications, as OpenAI's",
  method: "GET",
  path: "/api/ai/v1/models",
  access: applications,
  audit: none("a read"),
  practice: "header",
  responses: { 200: openaiModelListSchema },
  face: "openai",
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});
