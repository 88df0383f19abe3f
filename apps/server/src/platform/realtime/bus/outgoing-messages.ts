import {
  encodeMessage,
  encodePacket,
  countFitting,
  messagesMax,
  type PacketHead,
  type BusMessage,
} from "./packets.ts";

/** Packet with messages, and the ids of the messages that have one. */
export type OutgoingPacket = { text: string; ids: readonly string[] };

/** Maximum number of messages kept while the bus is down, because the other processes reload their caches anyway. */
const waitingMax = 10_000;

/** Messages that wait to be sent, and the numbers of their packets. */
export class OutgoingMessages {
  readonly #from: string;
  /** Encoded messages in publishing order with their ids. Equal messages are sent once. */
  readonly #waiting = new Map<string, string | undefined>();
  /** Number of the last packet that was built. */
  #seq = 0;
  /** Packet that may not have arrived. It is sent again with the same number. */
  #unconfirmed: OutgoingPacket | undefined;

  constructor(from: string) {
    this.#from = from;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#unconfirmed === undefined;
  }

  get head(): PacketHead {
    return { from: this.#from, seq: this.#seq };
  }

  /** Adds a message. Returns the number of waiting messages that were dropped to make room. */
  add(message: BusMessage): number {
    const dropped = this.#waiting.size >= waitingMax ? this.#waiting.size : 0;
    if (dropped > 0) this.skip();
    this.#waiting.set(encodeMessage(message), message[2]);
    return dropped;
  }

  /** Drops the waiting messages. The missing number makes the other processes reload their caches. */
  skip(): void {
    this.#waiting.clear();
    this.#seq += 1;
  }

  /**
   * Returns the next packet, or undefined if no message waits. It is returned again until it is confirmed. A message
   * that exceeds the size limit of a packet is dropped as in {@link skip}, and `onTooLarge` gets its channel.
   */
  next(maxBytes: number, onTooLarge: (channel: string) => void): OutgoingPacket | undefined {
    while (this.#unconfirmed === undefined && this.#waiting.size > 0) {
      const head = { from: this.#from, seq: this.#seq + 1 };
      const first = [...this.#waiting.keys().take(messagesMax)];
      const batch = first.slice(0, Math.max(1, countFitting(head, first, maxBytes)));
      // The messages are removed now, because an equal message refers to a later change from now on and must be sent.
      const ids = batch.flatMap((message) => this.#waiting.get(message) ?? []);
      for (const message of batch) this.#waiting.delete(message);
      this.#seq = head.seq;
      const text = encodePacket(head, batch);
      if (Buffer.byteLength(text) <= maxBytes) this.#unconfirmed = { text, ids };
      else onTooLarge((JSON.parse(text) as { messages: [BusMessage] }).messages[0][0]);
    }
    return this.#unconfirmed;
  }

  /** Records that the packet of {@link next} has arrived. */
  confirm(): void {
    this.#unconfirmed = undefined;
  }
}
