import { apiRetryAttempts, apiRetryDelayMs, apiTimeoutMs } from "@praxisportal/contract/limits";
import { ApiError, isApiError, unansweredError } from "./api-error.ts";
import { readAnswer } from "./read-answer.ts";

/** What sends a request: the browser's fetch, or something with the same result. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One call, ready to be sent. */
export type WireRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** JSON text, or the parts of a form; undefined for no body. */
  readonly body: string | FormData | undefined;
  readonly signal: AbortSignal | undefined;
  /** How long an answer may take, in ms. */
  readonly timeoutMs?: number | undefined;
  /** Sending it twice does no harm: a read, or a call the server recognises as a repeat. */
  readonly repeatable: boolean;
  /** Reads a success answer that is no JSON; it may take its time. */
  readonly read?: ((response: Response) => Promise<unknown>) | undefined;
  /** Sends it instead of the browser's fetch. */
  readonly fetch?: Fetch | undefined;
};

const repeatableStatuses: readonly number[] = [502, 503, 504];

/**
 * Sends a call and gives the body of its answer. A repeatable call is tried again up to three times, one second
 * apart, when nobody answered or a server in between said 502, 503 or 504; no other failure is repeated.
 * @throws ApiError, or the reason of `signal` when the caller gave up.
 */
export async function send(request: WireRequest): Promise<unknown> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await sendOnce(request);
    } catch (error) {
      if (!request.repeatable || retries >= apiRetryAttempts || !isWorthRepeating(error)) throw error;
      await pause(apiRetryDelayMs, request.signal);
    }
  }
}

async function sendOnce(request: WireRequest): Promise<unknown> {
  const { url, method, headers, signal } = request;
  signal?.throwIfAborted();
  const abort = new AbortController();
  let timedOut = false;
  // The clock also covers the body, so that an answer that stalls half way ends as well.
  const timer = setTimeout(() => {
    timedOut = true;
    abort.abort();
  }, request.timeoutMs ?? apiTimeoutMs);
  const giveUp = () => abort.abort(signal?.reason);
  signal?.addEventListener("abort", giveUp, { once: true });
  try {
    const response = await (request.fetch ?? fetch)(url, {
      method,
      headers,
      body: request.body ?? null,
      credentials: "same-origin",
      cache: "no-store",
      signal: abort.signal,
    });
    if (request.read === undefined || !response.ok) return await readAnswer(response);
    clearTimeout(timer);
    return await request.read(response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (timedOut) throw unansweredError("TIMEOUT", error);
    if (error instanceof ApiError) throw error;
    throw unansweredError("NETWORK_ERROR", error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

function isWorthRepeating(error: unknown): boolean {
  return isApiError(error) && (error.unanswered || repeatableStatuses.includes(error.status));
}

/** Waits, or rejects with the signal's reason as soon as the caller gives up. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, ms);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}
