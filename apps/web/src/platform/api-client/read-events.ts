import { unansweredError } from "./api-error.ts";

/** One event of a stream; `name` is "message" where the server gave none, `data` is parsed JSON. */
export type StreamEvent = { readonly name: string; readonly data: unknown };

/** A server that lives says so every 15 s; three times that without a byte, and nobody is there. */
export const streamSilenceMs = 45_000;

/**
 * Reads server-sent events until the server ends the stream. Pieces may be cut anywhere; comments and ids are passed
 * over.
 * @throws ApiError TIMEOUT when nothing comes for {@link streamSilenceMs}, UNKNOWN for an event that is no JSON.
 */
export async function readEvents(response: Response, onEvent: (event: StreamEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  const feed = eventLines(onEvent);
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      feed(value);
    }
  } finally {
    // Also closes the connection of a stream that is not read to its end.
    await reader.cancel().catch(() => undefined);
  }
}

/** Takes pieces of a stream and gives its events as soon as the empty line behind them has come. */
function eventLines(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = "";
  let name = "message";
  let data: string[] = [];
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) onEvent({ name, data: JSON.parse(data.join("\n")) });
        name = "message";
        data = [];
      } else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      else if (line.startsWith("event:")) name = line.slice(6).trim();
    }
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unansweredError("TIMEOUT")), streamSilenceMs);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
