/** One message on its way to the other processes. */
export type BusMessage = readonly [channel: string, payload: Readonly<Record<string, unknown>>];

/** PostgreSQL refuses 8,000 bytes and more. */
const payloadMaxBytes = 7_999;
/** Messages that share one notification at most. */
export const messagesMax = 20;

/** The text of a notification around its messages. */
function envelope(origin: string, messages: readonly string[]): string {
  return `{"from":"${origin}","messages":[${messages.join(",")}]}`;
}

/**
 * A message as it stands in a notification. Throws a RangeError when it is too large to be sent even alone; such a
 * message carries contents where ids belong.
 */
export function encodeMessage(
  origin: string,
  channel: string,
  payload: Readonly<Record<string, unknown>>,
): string {
  const text = JSON.stringify([channel, payload]);
  const bytes = Buffer.byteLength(envelope(origin, [text]));
  if (bytes > payloadMaxBytes)
    throw new RangeError(`message on ${channel} has ${bytes} bytes: send ids only`);
  return text;
}

/** Takes as many messages from the front of `waiting` as one notification holds: at least one if there is one. */
export function nextBatch(
  origin: string,
  waiting: readonly string[],
): { payload: string; messages: readonly string[] } {
  let count = 0;
  // Without the comma that the first message does not need.
  let bytes = Buffer.byteLength(envelope(origin, [])) - 1;
  for (const message of waiting.slice(0, messagesMax)) {
    bytes += Buffer.byteLength(message) + 1;
    if (bytes > payloadMaxBytes) break;
    count += 1;
  }
  const messages = waiting.slice(0, count);
  return { payload: envelope(origin, messages), messages };
}

/** Reads a notification; undefined when another program sent it or it is our own. */
export function decodeBatch(origin: string, payload: string | undefined): readonly BusMessage[] | undefined {
  try {
    const batch = JSON.parse(payload ?? "") as { from?: unknown; messages?: unknown };
    if (batch.from === origin || !Array.isArray(batch.messages)) return undefined;
    return batch.messages as BusMessage[];
  } catch {
    return undefined;
  }
}
