const windowMs = 5_000;
const messagesMax = 50;

/** Counts the messages of one socket: at most 50 within any 5 s. */
export class MessageWindow {
  readonly #times: number[] = [];

  /**
   * Notes a message; false when it is one too many.
   *
   * @param nowMs any clock that only goes forward
   */
  allows(nowMs: number): boolean {
    while (this.#times[0] !== undefined && this.#times[0] <= nowMs - windowMs) this.#times.shift();
    this.#times.push(nowMs);
    return this.#times.length <= messagesMax;
  }
}
