import { settledUsage, tokensOfPieces } from "./estimate.ts";
import { SseScanner } from "./sse-scanner.ts";
import { TokenCounter } from "./token-counter.ts";
import type { ChatInput, ChatWire, FinishReason, ProviderError, Usage } from "./wire.ts";

/**
 * One streamed answer of a provider: bytes in, pieces of text out, and at any moment what it used so far. Whoever
 * broke it off (client, provider, kill switch) reads the same fields.
 */
export class ChatStream {
  readonly #scanner: SseScanner;
  readonly #since = new TokenCounter();
  #pieces = 0;
  #usage: Usage | null = null;
  /** Null until the provider gave one. */
  finishReason: FinishReason | null = null;
  /** The error that the provider sent inside the stream; the stream is over then. */
  error: ProviderError | null = null;
  /** Events that are not of the format, also a last one that was cut off. */
  unreadableEvents = 0;
  #isLast = false;

  /** @param onText called with each piece of the answer; thoughts are counted and not given */
  constructor(wire: ChatWire, onText: (text: string) => void) {
    const read = wire.openStream();
    this.#scanner = new SseScanner((data) => {
      if (this.error !== null) return;
      const step = read(data);
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

  /** Takes the next bytes. @throws {SseTooLongError} for what is no such stream */
  push(chunk: Uint8Array): void {
    this.#scanner.push(chunk);
  }

  /** The bytes have ended. */
  end(): void {
    this.#scanner.end();
  }

  /** Whether the provider ended the answer itself. Bytes that ended without are a connection that broke. */
  get isComplete(): boolean {
    return this.error === null && (this.#isLast || this.finishReason !== null);
  }

  /** What the call is to be booked with at this moment; estimated as far as the provider has not told. */
  settle(input: ChatInput, inputTokens?: number): { usage: Usage; isEstimated: boolean } {
    return settledUsage(input, this.#usage, tokensOfPieces(this.#pieces, this.#since.tokens), inputTokens);
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
