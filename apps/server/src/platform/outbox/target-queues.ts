import type { ClaimedMessage } from "./outbox.queries.ts";

type Target = {
  waiting: ClaimedMessage[];
  /** Places of the waiting messages, in ascending order. */
  places: number[];
  running: number;
  /** Moving average of the handling time in milliseconds. */
  usualMs: number;
  /** Time until which the last message was deferred, on the clock of `performance.now()`. */
  deferredTo: number;
  /** Time at which its last message finished, or its first one arrived, on the same clock. */
  movedAt: number;
};

const firstGuessMs = 5;
/** Time without a finished message after which a target is stuck. */
const stuckAfterMs = 250;
/** Weight of the newest duration in the moving average. */
const newestWeight = 0.2;

/**
 * Queues claimed messages per target and starts targets in turn, with at most `perTarget` messages of a target at once.
 * Messages for a busy target do not block the others.
 */
export class TargetQueues {
  readonly #perTarget: number;
  readonly #targets = new Map<string, Target>();
  /** Targets with a waiting message and free capacity. They take turns in the insertion order of the set. */
  readonly #startable = new Set<string>();

  constructor(perTarget: number) {
    this.#perTarget = perTarget;
  }

  /** Returns the number of messages that wait for a target. */
  waitingFor(name: string): number {
    return this.#targets.get(name)?.waiting.length ?? 0;
  }

  /** Returns whether at least `count` messages wait for targets that are not stuck. */
  hasWaiting(count: number): boolean {
    const movedAfter = performance.now() - stuckAfterMs;
    let waitingCount = 0;
    for (const { waiting, running, movedAt } of this.#targets.values()) {
      if (running < this.#perTarget || movedAt > movedAfter) waitingCount += waiting.length;
      if (waitingCount >= count) return true;
    }
    return false;
  }

  /**
   * Returns the time in ms by which to defer a message if too many wait for its target. It is approximately the time
   * until its turn, and slightly longer for each further message, so that they do not all return at once. It is at most
   * `maxMs`.
   */
  deferMs(name: string, nowMs: number, maxMs: number): number {
    const target = this.#targets.get(name);
    if (target === undefined) return 0;
    const step = target.usualMs / this.#perTarget;
    const afterWaiting = nowMs + target.waiting.length * step;
    target.deferredTo = Math.min(Math.max(target.deferredTo, afterWaiting) + step, nowMs + maxMs);
    return target.deferredTo - nowMs;
  }

  /** Adds a message at `place`, by default as the last one. */
  add(name: string, message: ClaimedMessage, place = Number.POSITIVE_INFINITY): void {
    let target = this.#targets.get(name);
    if (target === undefined)
      this.#targets.set(
        name,
        (target = {
          waiting: [],
          places: [],
          running: 0,
          usualMs: firstGuessMs,
          deferredTo: 0,
          movedAt: performance.now(),
        }),
      );
    const index = target.places.findLastIndex((other) => other <= place) + 1;
    target.places.splice(index, 0, place);
    target.waiting.splice(index, 0, message);
    if (target.running < this.#perTarget) this.#startable.add(name);
  }

  /** Returns the next message that may start. Its end must be reported with {@link finished}. */
  next(): { name: string; message: ClaimedMessage } | undefined {
    for (const name of this.#startable) {
      const target = this.#targets.get(name);
      const message = target?.waiting.shift();
      target?.places.shift();
      this.#startable.delete(name);
      if (target === undefined || message === undefined) continue;
      target.running += 1;
      // The target goes to the end of the queue, so that one with many messages does not occupy all slots.
      if (target.waiting.length > 0 && target.running < this.#perTarget) this.#startable.add(name);
      return { name, message };
    }
    return undefined;
  }

  finished(name: string, durationMs: number): void {
    const target = this.#targets.get(name);
    if (target === undefined) return;
    target.running -= 1;
    target.movedAt = performance.now();
    target.usualMs += (durationMs - target.usualMs) * newestWeight;
    if (target.waiting.length > 0) this.#startable.add(name);
    else if (target.running === 0) this.#targets.delete(name);
  }

  /** Removes and returns all messages that have not started. */
  drain(): ClaimedMessage[] {
    const messages = [...this.#targets.values()].flatMap((target) => {
      target.places = [];
      return target.waiting.splice(0);
    });
    this.#startable.clear();
    return messages;
  }
}
