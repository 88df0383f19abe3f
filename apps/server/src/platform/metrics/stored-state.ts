type Read<State> = { at: number; hasEnded: boolean; state: Promise<State> };

/** Reads a state from the database and reuses it for a while. Callers share a read that is in progress. */
export class StoredStateReader<State> {
  readonly #read: () => Promise<State>;
  readonly #reuseMs: number;
  #last: Read<State> | undefined;

  /** @param reuseMs Time for which a state is reused, counted from the start of its read. */
  constructor(read: () => Promise<State>, reuseMs: number) {
    this.#read = read;
    this.#reuseMs = reuseMs;
  }

  /** Returns the state. Rejects while the database does not respond. */
  read(): Promise<State> {
    const last = this.#last;
    if (last !== undefined && (!last.hasEnded || performance.now() - last.at <= this.#reuseMs))
      return last.state;
    const next: Read<State> = { at: performance.now(), hasEnded: false, state: this.#read() };
    const end = () => {
      next.hasEnded = true;
    };
    next.state.then(end, end);
    this.#last = next;
    return next.state;
  }
}
