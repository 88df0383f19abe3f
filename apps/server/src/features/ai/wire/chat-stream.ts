import { settledUsage, tokensInChunks } from "./estimate.ts";
import { SseScanner } from "./sse-scanner.ts";
import { TokenCounter } from "./token-counter.ts";
import type { ChatInput, ChatWire, FinishReason, ProviderError, Usage } from "./wire.ts";

/**
 * One streamed response of a provider: bytes in, pieces of text out, and the usage so far at any moment. The same
 * fields apply however the stream was aborted (client, provider, kill switch).
 */
export class ChatStream {
  readonly #scanner: SseScanner;
  readonly #since = new TokenCounter();
  #pieces = 0;
  #usage: Usage | null = null;
  /** Null until the provider sends one. */
  finishReason: FinishReason | null = null;
  /** The error that the provider sent inside the stream, which ends it. */
  error: ProviderError | null = null;
  /** Number of malformed events, including a last one that was cut off. */
  unreadableEvents = 0;
  #isLast = false;

  /** @param onText called with each piece of the response; reasoning is counted but not passed on */
  constructor(wire: ChatWire, onText: (text: string) => void) {
    const readEvent = wire.openStream();
    this.#scanner = new SseScanner((data) => {
      if (this.error !== null) return;
      const step = readEvent(data);
      if (step === undefined) {
        this.unreadableEvents += 1;
        return;
      }
      if (step.error !== undefined) this.error = step.error;
      if (step.finishReason !== undefined) this.finishReason = step.finishReason;
      if (step.isLast === true) this.#isLast = true;
      if (step.hidden !== undefined) this.#count(step.hidden);
      if (step.text !== undefined) this.#count(step.text);
      if (step.usage !== undefined) this.#take(step.usage);
      if (step.text !== undefined) onText(step.text);
    });
  }

  /** Processes the next bytes. @throws {SseTooLongError} for an event that is too long */
  push(chunk: Uint8Array): void {
    this.#scanner.push(chunk);
  }

  /** Signals the end of the bytes. */
  end(): void {
    this.#scanner.end();
  }

  /** Whether the provider ended the response itself. Otherwise the connection broke. */
  get isComplete(): boolean {
    return this.error === null && (this.#isLast || this.finishReason !== null);
  }

  /** Returns the usage that would be booked now, estimated where the provider has not reported it. */
  settle(input: ChatInput, inputTokens?: number): { usage: Usage; isEstimated: boolean } {
    return settledUsage(input, this.#usage, tokensInChunks(this.#pieces, this.#since.tokens), inputTokens);
  }

  #count(text: string): void {
    if (text === "") return;
    this.#pieces += 1;
    this.#since.add(text);
  }

  #take(usage: Usage): void {
    this.#usage = usage;
    this.#since.reset();
    this.#pieces = 0;
  }
}
