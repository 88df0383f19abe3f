import { vi } from "vitest";

/** A call as sent by the client. */
export type SentCall = {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** Parsed JSON body, or undefined if there is none. */
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly credentials: RequestCredentials | undefined;
};

export type MockResponder = (call: SentCall, index: number) => Response | Promise<Response>;

/**
 * Replaces `fetch`: `respond` handles every call, and the errors it throws are network errors. A call whose signal is
 * aborted rejects as in the browser, even if `respond` never settles.
 */
export function fetchDouble(respond: MockResponder): SentCall[] {
  const calls: SentCall[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit): Promise<Response> => {
    const signal = init.signal as AbortSignal;
    const call: SentCall = {
      url,
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      signal,
      credentials: init.credentials,
    };
    calls.push(call);
    return new Promise((resolve, reject) => {
      const rejectAborted = () => reject(signal.reason);
      if (signal.aborted) return rejectAborted();
      signal.addEventListener("abort", rejectAborted, { once: true });
      Promise.resolve()
        .then(() => respond(call, calls.length - 1))
        .then(resolve, reject);
    });
  });
  return calls;
}

/** Returns a JSON response. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

/** Returns an empty response. */
export function empty(status = 204): Response {
  return new Response(null, { status });
}

/** Returns a problem document as the server sends it. */
export function problem(status: number, code: string, message = "Text des Servers"): Response {
  const body = {
    type: "about:blank",
    title: "T",
    status,
    detail: "",
    instance: "/x",
    code,
    message,
    requestId: "r-1",
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/problem+json" },
  });
}

/** Returns the error that `fetch` rejects with when there is no response. */
export function networkError(): TypeError {
  return new TypeError("Failed to fetch");
}

/** Returns a response that never arrives. */
export function hangingResponse(): Promise<Response> {
  return new Promise(() => undefined);
}
