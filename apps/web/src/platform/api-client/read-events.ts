import { noResponseError } from "./api-error.ts";

/** One event of a stream. `name` is "message" if the server sent no name, and `data` is parsed JSON. */
export type StreamEvent = { readonly name: string; readonly data: unknown };

/** The server sends a heartbeat every 15 s. After three missed heartbeats, the connection counts as dead. */
export const streamSilenceMs = 45_000;

/**
 * Reads server-sent events until the server ends the stream. Chunks may be split anywhere. Comments and ids are
 * skipped.
 * @throws ApiError TIMEOUT when nothing arrives for {@link streamSilenceMs}, UNKNOWN for an event that is not JSON.
 */
export async function readEvents(response: Response, onEvent: (event: StreamEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  const parseChunk = eventLines(onEvent);
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      parseChunk(value);
    }
  } finally {
    // Also closes the connection if the stream was not read to its end.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns a function that takes chunks and emits each event once its terminating empty line has arrived. */
function eventLines(onEvent: (event: StreamEvent) => void): (chunk: string) => void {
  let buffer = "";
  let name = "message";
  let data: string[] = [];
  return (chunk) => {
    const lines = (buffer + chunk).split(/\r\n|\n|\r(?!$)/);
    buffer = lines.pop() ?? "";
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
    timer = setTimeout(() => reject(noResponseError("TIMEOUT")), streamSilenceMs);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
