import type {
  getAiSwitches,
  listAiModels,
  listAiProviders,
  streamPrompt,
} from "@praxisportal/contract/ai/ai.endpoints";
import type { AiBill, AiAnswer } from "@praxisportal/contract/ai/gateway.schema";
import type { getQuota } from "@praxisportal/contract/billing/billing.endpoints";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { ApiError, unansweredError } from "../../platform/api-client/api-error.ts";
import { call } from "../../platform/api-client/call.ts";
import { callStream } from "../../platform/api-client/call-stream.ts";
import { route } from "../../platform/api-client/route.ts";

const providersRoute = route<typeof listAiProviders>()("ai.listProviders", "GET", "/api/ai/providers");
const modelsRoute = route<typeof listAiModels>()("ai.listModels", "GET", "/api/ai/providers/{p}/models");
const switchesRoute = route<typeof getAiSwitches>()("ai.getSwitches", "GET", "/api/ai/switches");
const quotaRoute = route<typeof getQuota>()("billing.quota", "GET", "/api/billing/quota");
const streamRoute = route<typeof streamPrompt>()("ai.stream", "POST", "/api/ai/stream");

/** Everything here is read anew when live updates tell of a change in the practice. */
function key(organizationId: string, ...rest: readonly string[]) {
  return ["organizations", organizationId, "ai", ...rest];
}

/** Figures of use are read anew with each call that was booked. */
function quotaKey(organizationId: string) {
  return ["usage", organizationId, "assistant"];
}

/** Reads again all that the gateway decides by, after it answered or refused. */
export async function readGatewayAgain(client: QueryClient, organizationId: string): Promise<void> {
  const keys = [key(organizationId), quotaKey(organizationId)];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Providers with what keeps the practice from using each, and the switch of the platform. */
export function providersQuery(organizationId: string) {
  return queryOptions({
    queryKey: key(organizationId, "providers"),
    queryFn: ({ signal }) => call(providersRoute, { signal }),
  });
}

/** Models of a provider. */
export function modelsQuery(organizationId: string, provider: string) {
  return queryOptions({
    queryKey: key(organizationId, "models", provider),
    queryFn: async ({ signal }) => (await call(modelsRoute, { params: { p: provider }, signal })).data,
  });
}

/** Why the AI stands still, if it does. */
export function switchesQuery(organizationId: string) {
  return queryOptions({
    queryKey: key(organizationId, "switches"),
    queryFn: ({ signal }) => call(switchesRoute, { signal }),
  });
}

/** Budgets of the month: the person's and the practice's. */
export function quotaQuery(organizationId: string) {
  return queryOptions({
    queryKey: quotaKey(organizationId),
    queryFn: ({ signal }) => call(quotaRoute, { signal }),
  });
}

export type FinishReason = AiAnswer["finishReason"];

/** How a stream ended. Of what had come by a failure, `bill` says what it cost. */
export type StreamEnd =
  | { readonly kind: "done"; readonly finishReason: FinishReason; readonly bill: AiBill }
  | { readonly kind: "failed"; readonly code: string; readonly message: string; readonly bill: AiBill };

export type PromptRequest = { readonly prompt: string; readonly provider: string; readonly model: string };

/**
 * Sends a prompt and gives each piece of the answer as it comes.
 * @throws ApiError for a refusal before the first piece, and NETWORK_ERROR for a stream that broke; the reason of
 * `signal` when the caller gave up, which ends the call at the provider.
 */
export async function streamAnswer(
  request: PromptRequest,
  onPiece: (text: string) => void,
  signal: AbortSignal,
): Promise<StreamEnd> {
  let end: StreamEnd | null = null;
  await callStream(streamRoute, { body: request, signal, timeoutMs: firstWordMs }, ({ name, data }) => {
    if (name === "message") onPiece((data as { text: string }).text);
    else if (name === "done" || name === "failed") end = { ...(data as StreamEnd), kind: name } as StreamEnd;
  });
  if (end === null) throw unansweredError("NETWORK_ERROR");
  return end;
}

/** A provider that thinks before it writes may take its time to begin. */
const firstWordMs = 120_000;

/** What a refusal or a broken stream is called; null for a stop by the person. */
export function failureOf(error: unknown): ApiError | null {
  return error instanceof ApiError ? error : null;
}
