import { createParser, type EventSourceParser } from "eventsource-parser";

/** Larger than any chat event; a stream with a longer one is not a chat stream. */
const defaultMaxEventLength = 1_048_576;

/** The stream contains an event that is too long. */
export class SseTooLongError extends Error {
  constructor(maxLength: number) {
    super(`an event of the stream is longer than ${maxLength} characters`);
    this.name = "SseTooLongError";
  }
}

/**
 * Parses server-sent events from byte chunks that may be split anywhere, even inside a character or between CR and LF.
 *
 * Follows the HTML standard with two exceptions: events with empty data are skipped, and `end()` emits an event without
 * its final empty line, which the standard drops, because some servers send the usage that way.
 */
export class SseScanner {
  readonly #parser: EventSourceParser;
  // Removes a leading byte order mark.
  readonly #decoder = new TextDecoder();

  /** @param onEvent called in order with data and name (empty for "message") of each event that has data */
  constructor(
    onEvent: (data: string, event: string) => void,
    maxEventLength: number = defaultMaxEventLength,
  ) {
    this.#parser = createParser({
      maxBufferSize: maxEventLength,
      onEvent({ data, event = "" }) {
        if (data !== "") onEvent(data, event);
      },
      onError({ type }) {
        // Unknown fields and wrong times are ignored, as the standard says.
        if (type === "max-buffer-size-exceeded") throw new SseTooLongError(maxEventLength);
      },
    });
  }

  /** Processes the next bytes. @throws {SseTooLongError} */
  push(chunk: Uint8Array): void {
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
  }

  /** Signals the end of the bytes and emits an event that lacks its final empty line. */
  end(): void {
    this.#parser.feed(`${this.#decoder.decode()}\n\n`);
  }
}
