/** One message to the other processes; the id of a message that may be published more than once. */
export type BusMessage = readonly [
  channel: string,
  payload: Readonly<Record<string, unknown>>,
  id?: string | undefined,
];

/** PostgreSQL rejects payloads of 8,000 bytes and more. */
const payloadMaxBytes = 7_999;
/** Maximum number of messages per notification. */
export const messagesMax = 20;

/** Returns the payload of a notification with the given encoded messages. */
function envelope(origin: string, messages: readonly string[]): string {
  return `{"from":"${origin}","messages":[${messages.join(",")}]}`;
}

/**
 * Encodes a message for a notification. Throws a RangeError if it exceeds the limit by itself, which means that it
 * contains content instead of ids.
 */
export function encodeMessage(origin: string, message: BusMessage): string {
  const [channel, payload, id] = message;
  const text = JSON.stringify(id === undefined ? [channel, payload] : message);
  const bytes = Buffer.byteLength(envelope(origin, [text]));
  if (bytes > payloadMaxBytes)
    throw new RangeError(`message on ${channel} has ${bytes} bytes: send ids only`);
  return text;
}

/** Returns the messages from the front of `waiting` that fit in one notification, and its payload. */
export function nextBatch(
  origin: string,
  waiting: readonly string[],
): { payload: string; messages: readonly string[] } {
  let count = 0;
  // Minus one, because the first message has no comma.
  let bytes = Buffer.byteLength(envelope(origin, [])) - 1;
  for (const message of waiting.slice(0, messagesMax)) {
    bytes += Buffer.byteLength(message) + 1;
    if (bytes > payloadMaxBytes) break;
    count += 1;
  }
  const messages = waiting.slice(0, count);
  return { payload: envelope(origin, messages), messages };
}

/** Decodes a notification; undefined when another program or this process sent it. */
export function decodeBatch(origin: string, payload: string | undefined): readonly BusMessage[] | undefined {
  try {
    const batch = JSON.parse(payload ?? "") as { from?: unknown; messages?: unknown };
    if (batch.from === origin || !Array.isArray(batch.messages)) return undefined;
    return batch.messages as BusMessage[];
  } catch {
    return undefined;
  }
}
