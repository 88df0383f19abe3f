/** Time without a packet after which a process is silent. */
const silentMs = 900;
/** Time for which an unregistered process is remembered, in case it only could not reach the database. */
const rememberedMs = 60_000;

type Peer = {
  /** Last received number, or undefined for a process that does not count packets. */
  seq: number | undefined;
  /** Undefined until its first packet. */
  heardAt: number | undefined;
  isRegistered: boolean;
};

/**
 * Tracks which other processes exist and which of them are heard. A registered process counts as silent until its first
 * packet. For a process that is heard but not registered, only its numbers are tracked.
 */
export class PeerWatch {
  readonly #now: () => number;
  readonly #peers = new Map<string, Peer>();

  /** @param now Monotonic clock in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether another process is registered. */
  get hasPeers(): boolean {
    return [...this.#peers.values()].some(({ isRegistered }) => isRegistered);
  }

  /** Number of the other registered processes. */
  get registeredCount(): number {
    return [...this.#peers.values()].filter(({ isRegistered }) => isRegistered).length;
  }

  has(id: string): boolean {
    return this.#peers.has(id);
  }

  /** Stores the ids of all other registered processes. */
  register(ids: readonly string[]): void {
    const registered = new Set(ids);
    const oldest = this.#now() - rememberedMs;
    for (const [id, peer] of this.#peers) {
      peer.isRegistered = registered.has(id);
      if (!peer.isRegistered && (peer.heardAt ?? oldest) <= oldest) this.#peers.delete(id);
    }
    for (const id of ids) {
      if (!this.#peers.has(id))
        this.#peers.set(id, { seq: undefined, heardAt: undefined, isRegistered: true });
    }
  }

  /**
   * Records a packet. Returns whether packets of this process were missed before it.
   *
   * @param seq Number of its last packet with messages, or undefined if the process does not count packets.
   * @param isCounted Whether this packet has messages, and therefore its own number.
   */
  recordPacket(id: string, seq: number | undefined, isCounted: boolean): boolean {
    const peer = this.#peers.get(id) ?? { seq: undefined, heardAt: undefined, isRegistered: false };
    this.#peers.set(id, peer);
    peer.heardAt = this.#now();
    if (seq === undefined) return false;
    const before = peer.seq ?? 0;
    // A smaller number is a packet that was sent again.
    peer.seq = Math.max(before, seq);
    return seq > before + (isCounted ? 1 : 0);
  }

  /** Removes a process that has stopped. */
  remove(id: string): void {
    this.#peers.delete(id);
  }

  /** Returns the registered processes that are not heard. */
  silent(): string[] {
    const oldest = this.#now() - silentMs;
    return [...this.#peers].flatMap(([id, { isRegistered, heardAt }]) =>
      isRegistered && (heardAt === undefined || heardAt < oldest) ? [id] : [],
    );
  }
}
