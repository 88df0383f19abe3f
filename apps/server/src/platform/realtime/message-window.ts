const windowMs = 5_000;
const messagesMax = 50;

/** Rate limit for the messages of one socket: at most 50 within any 5 s. */
export class MessageWindow {
  readonly #times: number[] = [];

  /**
   * Counts a message. Returns false if it exceeds the limit.
   *
   * @param nowMs Time of a monotonic clock.
   */
  allows(nowMs: number): boolean {
    while (this.#times[0] !== undefined && this.#times[0] <= nowMs - windowMs) this.#times.shift();
    this.#times.push(nowMs);
    return this.#times.length <= messagesMax;
  }
}
