import type { Dispatcher } from "undici";
import { OutgoingRefusedError } from "../../../platform/outgoing/outgoing-rules.ts";
import { UpstreamCall, UpstreamDeadlineError } from "./upstream.ts";
import { ChatStream } from "../wire/chat-stream.ts";
import { settledUsage } from "../wire/estimate.ts";
import type { ChatInput, ChatWire, FinishReason, ProviderError, Usage } from "../wire/wire.ts";

/** Destination of a request. `baseUrl` has no trailing slash. */
export type Target = { wire: ChatWire; baseUrl: string; key: string };

/** End of a request; `stopped` by {@link ProviderRequest.stop}. */
export type ProviderRequestResult =
  | { kind: "done"; finishReason: FinishReason }
  | { kind: "failed"; error: ProviderError }
  | { kind: "stopped" };

type Options = {
  dispatcher: Dispatcher;
  target: Target;
  input: ChatInput;
  /** Called with each piece of the response, or once with all of it. */
  onText: (text: string) => void;
  /** Assumed input tokens when the provider does not report them; by default our own count. */
  inputTokens?: number;
  /** Backoff before the second and third attempt, in ms. */
  pausesMs?: readonly number[];
  /** Longest duration of one attempt, in ms. */
  totalTimeoutMs?: number;
};

const headersTimeoutMs = 120_000;
/** In ms. Reasoning models may send nothing for a long time; this is the limit. */
const bodyTimeoutMs = 120_000;
const responseMaxBytes = 8 * 1024 * 1024;
/** Error responses of providers are short; a longer body is not an error text. */
const errorMaxBytes = 64 * 1024;

const unavailable: ProviderError = { status: 502, kind: "unavailable" };
/** A retry cannot help: the portal refuses the address, or the provider has used up its time. */
const notRetried: ProviderError = { status: 502, kind: "bad_request" };
const retriedKinds: readonly ProviderError["kind"][] = ["rate_limited", "overloaded", "unavailable"];

/**
 * One request to a provider, retried only while no part of a response has arrived. It never falls back to another
 * provider: the organization decides where its texts go. Usage is known at every moment.
 */
export class ProviderRequest {
  readonly #options: Options & Required<Pick<Options, "pausesMs">>;
  #call: UpstreamCall | undefined;
  /** Reads the response of the current attempt. */
  #reader: Reader | undefined;
  #stream: ChatStream | undefined;
  #usage: Usage | null = null;
  #isStopped = false;
  #hasReceivedText = false;
  #wake: (() => void) | undefined;

  constructor(options: Options) {
    this.#options = { pausesMs: [250, 1_000], ...options };
  }

  /** Runs the request once. Never rejects. */
  async run(): Promise<ProviderRequestResult> {
    for (let attempt = 0; ; attempt += 1) {
      if (this.#isStopped) return { kind: "stopped" };
      const end = await this.#attempt();
      const pauseMs = this.#options.pausesMs[attempt];
      const isOver = end.kind !== "failed" || this.#hasReceivedText || pauseMs === undefined;
      if (isOver || !retriedKinds.includes(end.error.kind)) return end;
      await this.#pauseFor(pauseMs);
    }
  }

  /** Ends the request now: closes the connection to the provider and delivers no further text. */
  stop(): void {
    this.#isStopped = true;
    this.#call?.cancel(new Error("stopped"));
    this.#wake?.();
  }

  /** Stops reading, because the client is slower than the provider. */
  pause(): void {
    this.#call?.pause();
  }

  resume(): void {
    this.#call?.resume();
  }

  /** Whether any request was sent to a provider. */
  get isSent(): boolean {
    return this.#call !== undefined;
  }

  /** Returns the usage so far, estimated where the provider has not reported it. */
  currentUsage(): { usage: Usage; isEstimated: boolean } {
    const { input, inputTokens } = this.#options;
    if (this.#stream !== undefined) return this.#stream.settle(input, inputTokens);
    return settledUsage(input, this.#usage, 0, inputTokens);
  }

  #attempt(): Promise<ProviderRequestResult> {
    const { dispatcher, target, input, totalTimeoutMs } = this.#options;
    const request = target.wire.request(input, target.key);
    this.#reader = undefined;
    return new Promise((resolve) => {
      const fail = (error: ProviderError) => {
        resolve({ kind: "failed", error });
        this.#call?.cancel(new Error("failed"));
      };
      this.#call = new UpstreamCall(
        dispatcher,
        {
          address: target.baseUrl + request.path,
          headers: request.headers,
          body: request.body,
          headersTimeoutMs,
          bodyTimeoutMs,
          ...(totalTimeoutMs === undefined ? {} : { totalTimeoutMs }),
        },
        {
          onStatus: (status, contentType) => {
            const isStream = status === 200 && contentType.includes("text/event-stream");
            this.#reader =
              input.stream && isStream
                ? this.#streamReader(resolve, fail)
                : this.#bodyReader(status, resolve, fail);
          },
          onBytes: (bytes) => {
            if (!this.#isStopped) this.#reader?.bytes(bytes);
          },
          onEnd: () => this.#reader?.end(),
          onFailure: (error) =>
            resolve(this.#isStopped ? { kind: "stopped" } : { kind: "failed", error: failureOf(error) }),
        },
      );
      if (this.#isStopped) this.#call.cancel(new Error("stopped"));
    });
  }

  #streamReader(resolve: (end: ProviderRequestResult) => void, fail: (error: ProviderError) => void): Reader {
    const stream = new ChatStream(this.#options.target.wire, (text) => {
      this.#hasReceivedText = true;
      this.#options.onText(text);
    });
    this.#stream = stream;
    const check = () => {
      if (stream.error !== null) fail(stream.error);
    };
    return {
      bytes: (bytes) => {
        try {
          stream.push(bytes);
        } catch {
          fail(unavailable);
        }
        check();
      },
      end: () => {
        stream.end();
        check();
        if (stream.isComplete) resolve({ kind: "done", finishReason: stream.finishReason ?? "other" });
        else fail(unavailable);
      },
    };
  }

  #bodyReader(
    status: number,
    resolve: (end: ProviderRequestResult) => void,
    fail: (error: ProviderError) => void,
  ): Reader {
    const { target, input, onText } = this.#options;
    const isError = status !== 200 || input.stream;
    const max = isError ? errorMaxBytes : responseMaxBytes;
    const chunks: Buffer[] = [];
    let size = 0;
    return {
      bytes: (bytes) => {
        size += bytes.length;
        if (size > max) fail(unavailable);
        else chunks.push(bytes);
      },
      end: () => {
        const body = Buffer.concat(chunks).toString("utf8");
        if (isError) return fail(target.wire.readError(status, body));
        const { answer, error } = target.wire.parseResponse(status, body);
        if (answer === undefined) return fail(error);
        this.#hasReceivedText = true;
        this.#usage = answer.usage;
        onText(answer.text);
        resolve({ kind: "done", finishReason: answer.finishReason });
      },
    };
  }

  /** Waits for the given time, or until the request is stopped. */
  #pauseFor(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function failureOf(error: Error): ProviderError {
  const isFinal = error instanceof OutgoingRefusedError || error instanceof UpstreamDeadlineError;
  return isFinal ? notRetried : unavailable;
}

type Reader = { bytes: (bytes: Buffer) => void; end: () => void };
