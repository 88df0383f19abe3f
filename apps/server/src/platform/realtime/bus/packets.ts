/** Message to the other processes. It has an id if it may be published more than once. */
export type BusMessage = readonly [
  channel: string,
  payload: Readonly<Record<string, unknown>>,
  id?: string | undefined,
];

/**
 * `hello` means that the process has just connected and requests a packet from every other one, `bye` that it stops.
 */
export type Signal = "hello" | "bye";

/** Data that a process sends at once. A heartbeat has no messages. */
export type Packet = {
  /** Id of the process. */
  from: string;
  /**
   * Number of the last packet with messages that the process has sent, including this one. Undefined from a process of
   * an older version, which does not count packets.
   */
  seq: number | undefined;
  signal: Signal | undefined;
  messages: readonly BusMessage[];
};

/** Maximum number of messages per packet. */
export const messagesMax = 20;

export type PacketHead = { from: string; seq: number; signal?: Signal };

/** Encodes a packet of encoded messages. */
export function encodePacket({ from, seq, signal }: PacketHead, messages: readonly string[] = []): string {
  const mark = signal === undefined ? "" : `,"signal":"${signal}"`;
  return `{"from":"${from}","seq":${seq}${mark},"messages":[${messages.join(",")}]}`;
}

export function encodeMessage(message: BusMessage): string {
  const [channel, payload, id] = message;
  return JSON.stringify(id === undefined ? [channel, payload] : message);
}

/** Returns the number of messages from the front of `waiting` that fit in one packet of at most `maxBytes`. */
export function countFitting(head: PacketHead, waiting: readonly string[], maxBytes: number): number {
  let count = 0;
  // One byte less, because the first message has no comma.
  let bytes = Buffer.byteLength(encodePacket(head)) - 1;
  for (const message of waiting.slice(0, messagesMax)) {
    bytes += Buffer.byteLength(message) + 1;
    if (bytes > maxBytes) break;
    count += 1;
  }
  return count;
}

/** Decodes a packet. Returns undefined if another program sent it. */
export function decodePacket(text: string | undefined): Packet | undefined {
  try {
    const { from, seq, signal, messages } = JSON.parse(text ?? "") as Record<keyof Packet, unknown>;
    if (typeof from !== "string" || !Array.isArray(messages)) return undefined;
    return {
      from,
      seq: typeof seq === "number" ? seq : undefined,
      signal: signal === "hello" || signal === "bye" ? signal : undefined,
      messages: messages as BusMessage[],
    };
  } catch {
    return undefined;
  }
}
