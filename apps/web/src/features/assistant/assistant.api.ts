import type {
  getAiSwitches,
  listAiModels,
  listAiProviders,
  streamPrompt,
} from "@praxisportal/contract/ai/ai.endpoints";
import type { AiBill, AiAnswer } from "@praxisportal/contract/ai/gateway.schema";
import type { getQuota } from "@praxisportal/contract/billing/billing.endpoints";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { ApiError, noResponseError } from "../../platform/api-client/api-error.ts";
import { call } from "../../platform/api-client/call.ts";
import { callStream } from "../../platform/api-client/call-stream.ts";
import { route } from "../../platform/api-client/route.ts";

const providersRoute = route<typeof listAiProviders>()("ai.listProviders", "GET", "/api/ai/providers");
const modelsRoute = route<typeof listAiModels>()("ai.listModels", "GET", "/api/ai/providers/{p}/models");
const switchesRoute = route<typeof getAiSwitches>()("ai.getSwitches", "GET", "/api/ai/switches");
const quotaRoute = route<typeof getQuota>()("billing.getQuota", "GET", "/api/billing/quota");
const streamRoute = route<typeof streamPrompt>()("ai.stream", "POST", "/api/ai/stream");

/** Keys below the organization's, so live events about the practice refetch them. */
function key(organizationId: string, ...rest: readonly string[]) {
  return ["organizations", organizationId, "ai", ...rest];
}

/** Usage keys are refetched after each booked AI call. */
function quotaKey(organizationId: string) {
  return ["usage", organizationId, "assistant"];
}

/** Refetches everything that the gateway's decisions depend on, after it answered or rejected a call. */
export async function invalidateGateway(client: QueryClient, organizationId: string): Promise<void> {
  const keys = [key(organizationId), quotaKey(organizationId)];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Providers with the reasons why the practice cannot use them, and the platform's switch. */
export function providersQuery(organizationId: string) {
  return queryOptions({
    queryKey: key(organizationId, "providers"),
    queryFn: ({ signal }) => call(providersRoute, { signal }),
  });
}

export function modelsQuery(organizationId: string, provider: string) {
  return queryOptions({
    queryKey: key(organizationId, "models", provider),
    queryFn: async ({ signal }) => (await call(modelsRoute, { params: { p: provider }, signal })).data,
  });
}

/** The switches that stop AI use. */
export function switchesQuery(organizationId: string) {
  return queryOptions({
    queryKey: key(organizationId, "switches"),
    queryFn: ({ signal }) => call(switchesRoute, { signal }),
  });
}

/** This month's budgets of the user and the practice. */
export function quotaQuery(organizationId: string) {
  return queryOptions({
    queryKey: quotaKey(organizationId),
    queryFn: ({ signal }) => call(quotaRoute, { signal }),
  });
}

export type FinishReason = AiAnswer["finishReason"];

/** How a stream ended. After a failure, `bill` is the cost of what was received before it. */
export type StreamEnd =
  | { readonly kind: "done"; readonly finishReason: FinishReason; readonly bill: AiBill }
  | { readonly kind: "failed"; readonly code: string; readonly message: string; readonly bill: AiBill };

export type PromptRequest = { readonly prompt: string; readonly provider: string; readonly model: string };

/**
 * Sends a prompt and calls `onPiece` with each piece of the answer.
 * @throws ApiError for a rejection before the first piece, and NETWORK_ERROR for a broken stream; the reason of
 * `signal` when the caller aborts, which also ends the call at the provider.
 */
export async function streamAnswer(
  request: PromptRequest,
  onChunk: (text: string) => void,
  signal: AbortSignal,
): Promise<StreamEnd> {
  let end: StreamEnd | null = null;
  await callStream(streamRoute, { body: request, signal, timeoutMs: firstWordMs }, ({ name, data }) => {
    if (name === "message") onChunk((data as { text: string }).text);
    else if (name === "done" || name === "failed") end = { ...(data as StreamEnd), kind: name } as StreamEnd;
  });
  if (end === null) throw noResponseError("NETWORK_ERROR");
  return end;
}

/** Time-out for the first piece, in ms. Reasoning models take long to start. */
const firstWordMs = 120_000;

/** Returns a rejection or broken stream as an ApiError; null when the user stopped the answer. */
export function failureOf(error: unknown): ApiError | null {
  return error instanceof ApiError ? error : null;
}
