import type { ClaimedMessage } from "./outbox.queries.ts";

type Target = {
  waiting: ClaimedMessage[];
  running: number;
  /** How long a message takes lately, in milliseconds. */
  usualMs: number;
  /** Turn of the last message that was put back, on the clock of `performance.now()`. */
  deferredTo: number;
};

const firstGuessMs = 5;
/** Weight of the newest duration in the usual one. */
const newestWeight = 0.2;

/**
 * Claimed messages in the order in which they may start: per target no more than `perTarget` at once, targets in
 * turn. What waits for a busy target does not stand in front of the others.
 */
export class TargetQueues {
  readonly #perTarget: number;
  readonly #targets = new Map<string, Target>();
  /** Targets with a waiting message and room for it; a set keeps their order. */
  readonly #startable = new Set<string>();

  constructor(perTarget: number) {
    this.#perTarget = perTarget;
  }

  /** Messages that wait for this target. */
  waitingFor(name: string): number {
    return this.#targets.get(name)?.waiting.length ?? 0;
  }

  /** Targets that have a message which may start now. */
  get startable(): number {
    return this.#startable.size;
  }

  /**
   * For how long to put back a message that finds too many waiting for its target: about until its turn, each
   * further one a little longer, so that they do not all come back at once. Milliseconds, at most `maxMs`.
   */
  deferMs(name: string, nowMs: number, maxMs: number): number {
    const target = this.#targets.get(name);
    if (target === undefined) return 0;
    const step = target.usualMs / this.#perTarget;
    const afterWaiting = nowMs + target.waiting.length * step;
    target.deferredTo = Math.min(Math.max(target.deferredTo, afterWaiting) + step, nowMs + maxMs);
    return target.deferredTo - nowMs;
  }

  add(name: string, message: ClaimedMessage): void {
    let target = this.#targets.get(name);
    if (target === undefined)
      this.#targets.set(name, (target = { waiting: [], running: 0, usualMs: firstGuessMs, deferredTo: 0 }));
    target.waiting.push(message);
    if (target.running < this.#perTarget) this.#startable.add(name);
  }

  /** Takes the next message that may start; report its end with {@link finished}. */
  next(): { name: string; message: ClaimedMessage } | undefined {
    for (const name of this.#startable) {
      const target = this.#targets.get(name);
      const message = target?.waiting.shift();
      this.#startable.delete(name);
      if (target === undefined || message === undefined) continue;
      target.running += 1;
      // Back at the end of the line, so that a target with many messages does not hold all places.
      if (target.waiting.length > 0 && target.running < this.#perTarget) this.#startable.add(name);
      return { name, message };
    }
    return undefined;
  }

  finished(name: string, durationMs: number): void {
    const target = this.#targets.get(name);
    if (target === undefined) return;
    target.running -= 1;
    target.usualMs += (durationMs - target.usualMs) * newestWeight;
    if (target.waiting.length > 0) this.#startable.add(name);
    else if (target.running === 0) this.#targets.delete(name);
  }

  /** Takes out everything that has not started. */
  drain(): ClaimedMessage[] {
    const messages = [...this.#targets.values()].flatMap((target) => target.waiting.splice(0));
    this.#startable.clear();
    return messages;
  }
}
