import type { StoredState } from "./stored-state.platform-queries.ts";

/** How long a state that was read is reused, in ms. */
const reuseMs = 1_000;

type Read = { at: number; hasEnded: boolean; state: Promise<StoredState | undefined> };

/** Reads the state in the database at most once a second, and not again while it is being read. */
export class StoredStateReader {
  readonly #read: () => Promise<StoredState | undefined>;
  #last: Read | undefined;

  constructor(read: () => Promise<StoredState | undefined>) {
    this.#read = read;
  }

  /** Rejects while the database does not respond. */
  read(): Promise<StoredState | undefined> {
    const last = this.#last;
    if (last !== undefined && (!last.hasEnded || performance.now() - last.at <= reuseMs)) return last.state;
    const next: Read = { at: performance.now(), hasEnded: false, state: this.#read() };
    const end = () => {
      next.hasEnded = true;
    };
    next.state.then(end, end);
    this.#last = next;
    return next.state;
  }
}
