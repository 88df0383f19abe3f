import { apiRetryAttempts, apiRetryDelayMs, apiTimeoutMs } from "@praxisportal/contract/limits";
import { appState } from "../app-state/app-state.store.ts";
import { ApiError, isApiError, noResponseError } from "./api-error.ts";
import { serverContact } from "./contact.ts";
import { readResponseBody } from "./read-response.ts";

/** The browser's fetch or a compatible function. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One call, ready to be sent. */
export type WireRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** JSON text or form data, or undefined for no body. */
  readonly body: string | FormData | undefined;
  readonly signal: AbortSignal | undefined;
  /** Timeout for a response, in ms. */
  readonly timeoutMs?: number | undefined;
  /** True if the call is safe to send twice: a read, or a call whose repetition the server recognizes. */
  readonly isRetryable: boolean;
  /** Reads a successful response that is not JSON. The timeout does not apply to it. */
  readonly read?: ((response: Response) => Promise<unknown>) | undefined;
  /** Replaces the browser's fetch. */
  readonly fetch?: Fetch | undefined;
};

const repeatableStatuses: readonly number[] = [502, 503, 504];

/**
 * Sends a call and returns the body of its response. A repeatable call is retried up to three times, one second apart,
 * if there was no response or a proxy responded with 502, 503 or 504. Other failures are not retried. While offline, no
 * call is retried.
 * @throws ApiError, or the reason of `signal` if the caller aborts.
 */
export async function send(request: WireRequest): Promise<unknown> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await sendOnce(request);
    } catch (error) {
      if (!request.isRetryable || retries >= apiRetryAttempts || !shouldRetry(error)) throw error;
      await pause(apiRetryDelayMs, request.signal);
    }
  }
}

async function sendOnce(request: WireRequest): Promise<unknown> {
  const { url, method, headers, signal } = request;
  signal?.throwIfAborted();
  const abort = new AbortController();
  let timedOut = false;
  // The timeout also covers the body, so that a stalled response is aborted as well.
  const timer = setTimeout(() => {
    timedOut = true;
    abort.abort();
  }, request.timeoutMs ?? apiTimeoutMs);
  const abortRequest = () => abort.abort(signal?.reason);
  signal?.addEventListener("abort", abortRequest, { once: true });
  try {
    const response = await (request.fetch ?? fetch)(url, {
      method,
      headers,
      body: request.body ?? null,
      credentials: "same-origin",
      cache: "no-store",
      signal: abort.signal,
    });
    if (response.headers.get("Content-Type")?.includes("json")) serverContact.emit(true);
    if (request.read === undefined || !response.ok) return await readResponseBody(response);
    clearTimeout(timer);
    return await request.read(response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (!timedOut && error instanceof ApiError) throw error;
    serverContact.emit(false);
    if (timedOut) throw noResponseError("TIMEOUT", error);
    throw noResponseError("NETWORK_ERROR", error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abortRequest);
  }
}

function shouldRetry(error: unknown): boolean {
  return (
    appState.getState().online &&
    isApiError(error) &&
    (error.hasNoResponse || repeatableStatuses.includes(error.status))
  );
}

/** Waits for `ms`. Rejects with the reason of the signal as soon as the caller aborts. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abortRequest = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abortRequest);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abortRequest, { once: true });
  });
}
