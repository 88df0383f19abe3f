import type { BodyInputOf, QueryInputOf, ResultOf } from "@praxisportal/contract/endpoint";
import { isApiError } from "../../api-client/api-error.ts";
import { call } from "../../api-client/call.ts";
import { requestHeaders } from "../../api-client/request-headers.ts";
import type { CallTarget, EndpointOf } from "../../api-client/route.ts";
import { send } from "../../api-client/transport.ts";
import { urlOf } from "../../api-client/url.ts";
import { onPersonDataCleared } from "../../storage/person-data.ts";
import { sessionStore } from "../session.store.ts";
import { endLegacySession, legacySession } from "./legacy-session.ts";

interface LegacyCallOptions<T extends CallTarget> {
  readonly query?: QueryInputOf<EndpointOf<T>>;
  readonly body?: BodyInputOf<EndpointOf<T>>;
  readonly signal?: AbortSignal | undefined;
  /** True if the user did not cause the call. It then does not keep the session alive. */
  readonly background?: boolean;
}

/**
 * Makes a call of classic mode with the session of this tab, either of the legacy practice server or of the portal. A
 * session of the legacy server cannot be renewed, so a rejected token ends it.
 * @throws ApiError for every failure.
 */
export async function legacyCall<T extends CallTarget>(
  target: T,
  { query, body, signal, background = false }: LegacyCallOptions<T> = {},
): Promise<ResultOf<EndpointOf<T>>> {
  const result =
    sessionStore.getState().status === "legacy"
      ? sendWithToken(target, { query, body, signal, background })
      : call(target as CallTarget, { query, body, signal, background } as object);
  return (await result) as ResultOf<EndpointOf<T>>;
}

interface RawOptions {
  readonly query: unknown;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
  readonly background: boolean;
}

async function sendWithToken(
  target: CallTarget,
  { query, body, signal, background }: RawOptions,
): Promise<unknown> {
  try {
    return await send({
      url: urlOf(target, {}, (query ?? {}) as Readonly<Record<string, unknown>>),
      method: target.method,
      headers: requestHeaders({
        token: legacySession()?.token ?? null,
        hasBody: body !== undefined,
        background,
        idempotencyKey: undefined,
        bulkOperation: undefined,
        ifMatch: undefined,
        extra: undefined,
      }),
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      isRetryable: target.method === "GET",
    });
  } catch (error) {
    if (isApiError(error) && error.status === 401) endLegacySession("expired");
    throw error;
  }
}

// The browser lists the URLs of all calls, and the URL of a search contains its text.
onPersonDataCleared(() => performance.clearResourceTimings());
