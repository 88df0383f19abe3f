import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { ProviderRequestResult } from "../calls/provider-request.ts";
import { noUsage, type MeteredProviderRequest } from "../calls/metered-call.ts";
import type { Recording } from "./recording.ts";
import { UpstreamCall } from "../calls/upstream.ts";
import { type AudioRequest, readTranscription, type TranscriptionInput } from "../wire/openai-audio.ts";
import type { ProviderError, Usage } from "../wire/wire.ts";

/** Destination of recordings. `baseUrl` has no trailing slash. */
export type TranscriptionTarget = {
  request: (input: TranscriptionInput, key: string) => AudioRequest;
  baseUrl: string;
  key: string;
};

type Options = {
  dispatcher: Dispatcher;
  target: TranscriptionTarget;
  input: Omit<TranscriptionInput, "mediaType">;
  recording: Recording;
  /** The price is per time, so seconds count even if a provider reports tokens only. */
  isPaidByTime: boolean;
};

/** In ms; enough to transcribe an hour of speech. */
const headersTimeoutMs = 240_000;
const bodyTimeoutMs = 120_000;
const responseMaxBytes = 8 * 1024 * 1024;

const unavailable: ProviderError = { status: 502, kind: "unavailable" };

/**
 * Sends one recording to a provider while it arrives, and reads the transcript. There is no retry, because the sent
 * bytes are not kept.
 */
export class TranscriptionProviderRequest implements MeteredProviderRequest {
  readonly #options: Options;
  #call: UpstreamCall | undefined;
  #isStopped = false;
  #isFullySent = false;
  #fault: Error | undefined;
  #answer: { text: string; language: string; usage: Usage | null } | undefined;
  #hasFailed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The error of the recording itself, if that ended the call. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /** The transcript and the detected language (empty when not reported), after a successful end. */
  get transcript(): { text: string; language: string } {
    const { text = "", language = "" } = this.#answer ?? {};
    return { text, language };
  }

  get isSent(): boolean {
    return this.#call !== undefined;
  }

  async run(): Promise<ProviderRequestResult> {
    if (this.#isStopped) return { kind: "stopped" };
    const end = await this.#send();
    this.#hasFailed = end.kind === "failed";
    return end;
  }

  stop(): void {
    this.#isStopped = true;
    this.#call?.cancel(new Error("stopped"));
  }

  /**
   * Returns the usage so far. A provider computes nothing before it has the complete recording, and does not charge for
   * a refused one.
   */
  currentUsage(): { usage: Usage; isEstimated: boolean } {
    const hasComputed = this.#isFullySent || this.#answer !== undefined;
    if (!hasComputed || this.#hasFailed) return { usage: noUsage, isEstimated: false };
    const { recording, isPaidByTime } = this.#options;
    const reportedUsage = this.#answer?.usage ?? null;
    if (reportedUsage !== null && (reportedUsage.audioSeconds > 0 || !isPaidByTime))
      return { usage: reportedUsage, isEstimated: false };
    const { seconds, isEstimated } = recording.meter.measure();
    return {
      usage: { ...(reportedUsage ?? noUsage), audioSeconds: seconds },
      isEstimated: isEstimated || this.#answer === undefined,
    };
  }

  #send(): Promise<ProviderRequestResult> {
    const { dispatcher, target, input, recording } = this.#options;
    const request = target.request({ ...input, mediaType: recording.mediaType }, target.key);
    const body = Readable.from(this.#bytes(request), { objectMode: false });
    // Its errors are reported as those of the call.
    body.on("error", () => undefined);
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let size = 0;
      let responseStatus = 502;
      this.#call = new UpstreamCall(
        dispatcher,
        {
          address: target.baseUrl + request.path,
          headers: request.headers,
          body,
          headersTimeoutMs,
          bodyTimeoutMs,
        },
        {
          onStatus: (status) => {
            responseStatus = status;
          },
          onBytes: (bytes) => {
            size += bytes.length;
            if (size > responseMaxBytes) this.#call?.cancel(new Error("the response is too long"));
            else chunks.push(bytes);
          },
          onEnd: () => resolve(this.#read(responseStatus, Buffer.concat(chunks).toString("utf8"))),
          onFailure: () => {
            const isStoppedHere = this.#isStopped || this.#fault !== undefined;
            resolve(isStoppedHere ? { kind: "stopped" } : { kind: "failed", error: unavailable });
          },
        },
      );
      if (this.#isStopped) this.#call.cancel(new Error("stopped"));
    });
  }

  #read(status: number, body: string): ProviderRequestResult {
    if (this.#isStopped) return { kind: "stopped" };
    const { answer, error } = readTranscription(status, body);
    if (answer === undefined) return { kind: "failed", error };
    this.#answer = answer;
    return { kind: "done", finishReason: "stop" };
  }

  async *#bytes({ head, tail }: AudioRequest): AsyncGenerator<Buffer, void, undefined> {
    yield head;
    try {
      for await (const chunk of this.#options.recording.chunks()) yield chunk;
    } catch (error) {
      if (!this.#isStopped) this.#fault = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
    // From here on the provider may compute.
    this.#isFullySent = true;
    yield tail;
  }
}
