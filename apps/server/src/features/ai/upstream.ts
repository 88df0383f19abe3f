import type { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import type { Dispatcher } from "undici";

/** A POST to a provider. The headers hold its key: never log them. */
export type UpstreamRequest = {
  address: string;
  headers: Readonly<Record<string, string>>;
  /** A stream is read once, as fast as the provider takes it. */
  body: string | Uint8Array | Readable;
  /** Longest wait for the first byte of the answer, in ms. */
  headersTimeoutMs: number;
  /** Longest silence inside the answer, in ms. */
  bodyTimeoutMs: number;
};

/** What arrives, in this order: the status, pieces, and either the end or the failure, exactly once. */
export type UpstreamListener = {
  onStatus: (status: number, contentType: string) => void;
  onBytes: (bytes: Buffer) => void;
  onEnd: () => void;
  onFailure: (error: Error) => void;
};

type Place = { origin: string; path: string };

/** The same few addresses come again and again, and taking one apart costs as much as sending to it. */
const places = new LRUCache<string, Place>({ max: 100 });

function placeOf(address: string): Place {
  const known = places.get(address);
  if (known !== undefined) return known;
  const { origin, pathname, search } = new URL(address);
  const place = { origin, path: pathname + search };
  places.set(address, place);
  return place;
}

/**
 * One call to a provider, below the level of streams: a piece goes from the socket to the listener without being
 * copied or queued. {@link cancel} closes the connection, which is what makes a provider stop computing.
 */
export class UpstreamCall {
  #controller: Dispatcher.DispatchController | undefined;
  #cancelled: Error | undefined;

  constructor(dispatcher: Dispatcher, request: UpstreamRequest, listener: UpstreamListener) {
    const { address, headers, body, headersTimeoutMs, bodyTimeoutMs } = request;
    dispatcher.dispatch(
      {
        ...placeOf(address),
        method: "POST",
        headers: { ...headers },
        body,
        headersTimeout: headersTimeoutMs,
        bodyTimeout: bodyTimeoutMs,
      },
      {
        onRequestStart: (controller) => {
          this.#controller = controller;
          if (this.#cancelled !== undefined) controller.abort(this.#cancelled);
        },
        onResponseStart: (_controller, status, answered) => {
          const type = answered["content-type"];
          listener.onStatus(status, String(Array.isArray(type) ? type[0] : (type ?? "")));
        },
        onResponseData: (_controller, bytes) => listener.onBytes(bytes),
        onResponseEnd: () => listener.onEnd(),
        onResponseError: (_controller, error) => listener.onFailure(error),
      },
    );
  }

  /** Asks for no more bytes until {@link resume}: the reader is slower than the provider. */
  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  /** Closes the connection, also before it is made; the listener gets `reason` as its failure. */
  cancel(reason: Error): void {
    this.#cancelled ??= reason;
    this.#controller?.abort(this.#cancelled);
  }
}
