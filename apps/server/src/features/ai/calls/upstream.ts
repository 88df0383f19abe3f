import type { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import type { Dispatcher } from "undici";

/** A POST to a provider. The headers contain its key: never log them. */
export type UpstreamRequest = {
  address: string;
  headers: Readonly<Record<string, string>>;
  /** A stream is read once, as fast as the provider accepts it. */
  body: string | Uint8Array | Readable;
  /** Timeout for the response headers, in ms. */
  headersTimeoutMs: number;
  /** Longest pause within the response, in ms. */
  bodyTimeoutMs: number;
  /** Longest duration of the whole call in ms; half an hour by default. */
  totalTimeoutMs?: number;
};

const defaultTotalTimeoutMs = 1_800_000;

/** The failure of a call that exceeded its total timeout. */
export class UpstreamDeadlineError extends Error {
  constructor() {
    super("the call took too long");
    this.name = "UpstreamDeadlineError";
  }
}

/** Called in this order: status, bytes, then exactly once either the end or the failure. */
export type UpstreamListener = {
  onStatus: (status: number, contentType: string) => void;
  onBytes: (bytes: Buffer) => void;
  onEnd: () => void;
  onFailure: (error: Error) => void;
};

type ParsedUrl = { origin: string; path: string };

/** The same few addresses recur, and parsing one costs as much as sending to it. */
const parsedUrls = new LRUCache<string, ParsedUrl>({ max: 100 });

function parseUrl(address: string): ParsedUrl {
  const cached = parsedUrls.get(address);
  if (cached !== undefined) return cached;
  const { origin, pathname, search } = new URL(address);
  const parsed = { origin, path: pathname + search };
  parsedUrls.set(address, parsed);
  return parsed;
}

/**
 * One call to a provider, below the level of streams: bytes pass from the socket to the listener without being copied
 * or queued. {@link cancel} closes the connection, which makes a provider stop computing.
 */
export class UpstreamCall {
  #controller: Dispatcher.DispatchController | undefined;
  #canceled: Error | undefined;

  constructor(dispatcher: Dispatcher, request: UpstreamRequest, listener: UpstreamListener) {
    const { address, headers, body, headersTimeoutMs, bodyTimeoutMs } = request;
    // The other timeouts stop while reading is paused, and never expire for a provider that sends a byte now and then.
    const deadline = setTimeout(
      () => this.cancel(new UpstreamDeadlineError()),
      request.totalTimeoutMs ?? defaultTotalTimeoutMs,
    );
    dispatcher.dispatch(
      {
        ...parseUrl(address),
        method: "POST",
        headers: { ...headers },
        body,
        headersTimeout: headersTimeoutMs,
        bodyTimeout: bodyTimeoutMs,
      },
      {
        onRequestStart: (controller) => {
          this.#controller = controller;
          if (this.#canceled !== undefined) controller.abort(this.#canceled);
        },
        onResponseStart: (_controller, status, responseHeaders) => {
          const type = responseHeaders["content-type"];
          listener.onStatus(status, String(Array.isArray(type) ? type[0] : (type ?? "")));
        },
        onResponseData: (_controller, bytes) => listener.onBytes(bytes),
        onResponseEnd: () => {
          clearTimeout(deadline);
          listener.onEnd();
        },
        onResponseError: (_controller, error) => {
          clearTimeout(deadline);
          listener.onFailure(error);
        },
      },
    );
  }

  /** Stops reading until {@link resume}, because the client is slower than the provider. */
  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  /** Closes the connection, even before it is established. The listener gets `reason` as its failure. */
  cancel(reason: Error): void {
    this.#canceled ??= reason;
    this.#controller?.abort(this.#canceled);
  }
}
