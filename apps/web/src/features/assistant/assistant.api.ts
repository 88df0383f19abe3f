import type { streamPrompt } from "@praxisportal/contract/ai/ai.endpoints";
import type { AiBill, AiAnswer } from "@praxisportal/contract/ai/gateway.schema";
import type { listAiKnownNames } from "@praxisportal/contract/ai-templates/ai-templates.endpoints";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { providerKeys } from "../../entities/provider/provider.api.ts";
import { usageKeys } from "../../entities/quota/usage-keys.ts";
import { ApiError, noResponseError } from "../../platform/api-client/api-error.ts";
import { call } from "../../platform/api-client/call.ts";
import { callStream } from "../../platform/api-client/call-stream.ts";
import { route } from "../../platform/api-client/route.ts";

const streamRoute = route<typeof streamPrompt>()("ai.stream", "POST", "/api/ai/stream");

const namesRoute = route<typeof listAiKnownNames>()(
  "aiTemplates.listKnownNames",
  "GET",
  "/api/ai/known-names",
);

/** Time in ms for which the names of colleagues are used without a new request. */
const namesFreshMs = 10 * 60_000;

/** Returns the query for the names of the organization's directory, which are marked in prompts. */
export function knownNamesQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...providerKeys.all(organizationId), "names"],
    queryFn: ({ signal }) => call(namesRoute, { signal }),
    staleTime: namesFreshMs,
  });
}

/** Refetches all data on which the gateway's decisions depend, after it completed or rejected a call. */
export async function invalidateGateway(client: QueryClient, organizationId: string): Promise<void> {
  const keys = [
    providerKeys.providers(organizationId),
    providerKeys.models(organizationId),
    providerKeys.switches(organizationId),
    usageKeys.quota(organizationId),
  ];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export type FinishReason = AiAnswer["finishReason"];

/**
 * End of a stream. After a failure, `bill` is the cost of the text received before it, or null if it is booked later.
 */
export type StreamEnd =
  | { readonly kind: "done"; readonly finishReason: FinishReason; readonly bill: AiBill }
  | {
      readonly kind: "failed";
      readonly code: string;
      readonly message: string;
      readonly bill: AiBill | null;
    };

/** A prompt sent earlier in the conversation, and the answer received. */
export type Turn = { readonly prompt: string; readonly answer: string };

export type PromptRequest = {
  readonly prompt: string;
  readonly provider: string;
  readonly model: string;
  /** Earlier turns, oldest first. Absent for the first prompt. */
  readonly history?: Turn[];
};

/**
 * Sends a prompt and calls `onChunk` with each chunk of the answer.
 * @throws ApiError for a rejection before the first chunk, with NETWORK_ERROR for a broken stream. Throws the reason of
 * `signal` if the caller aborts, which also ends the call at the provider.
 */
export async function streamAnswer(
  request: PromptRequest,
  onChunk: (text: string) => void,
  signal: AbortSignal,
): Promise<StreamEnd> {
  let end: StreamEnd | null = null;
  await callStream(streamRoute, { body: request, signal, timeoutMs: firstChunkMs }, ({ name, data }) => {
    if (name === "message") onChunk((data as { text: string }).text);
    else if (name === "done" || name === "failed") end = { ...(data as StreamEnd), kind: name } as StreamEnd;
  });
  if (end === null) throw noResponseError("NETWORK_ERROR");
  return end;
}

/** Timeout for the first chunk, in ms. Reasoning models take long to start. */
const firstChunkMs = 120_000;

/** Converts a rejection or a broken stream to an ApiError. Returns null if the user stopped the answer. */
export function failureOf(error: unknown): ApiError | null {
  return error instanceof ApiError ? error : null;
}
