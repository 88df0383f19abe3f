import { afterEach, describe, expect, it, vi } from "vitest";
import type { ClaimedMessage } from "./outbox.queries.ts";
import { retryDelayMs } from "./retry-delay.ts";
import { TargetQueues } from "./target-queues.ts";

function message(id: string): ClaimedMessage {
  return { id, claim: 1, topic: "test", payload: {}, attempt: 1, createdAt: new Date(0) };
}

function fill(queues: TargetQueues, ...names: string[]) {
  for (const [index, name] of names.entries()) queues.add(name, message(`${name}${index}`));
}

/** Starts all messages that may start now and returns them in order. */
function startAll(queues: TargetQueues) {
  const started: string[] = [];
  for (let next = queues.next(); next; next = queues.next()) started.push(next.message.id);
  return started;
}

describe("target queues", () => {
  it("start at most the limit of a target, and its next message when one has finished", () => {
    const queues = new TargetQueues(2);
    fill(queues, "a", "a", "a", "a");
    expect(startAll(queues)).toEqual(["a0", "a1"]);
    queues.finished("a", 10);
    expect(startAll(queues)).toEqual(["a2"]);
    queues.finished("a", 10);
    queues.finished("a", 10);
    expect(startAll(queues)).toEqual(["a3"]);
  });

  it("serve targets in turn, each in its own order", () => {
    const queues = new TargetQueues(10);
    fill(queues, "a", "a", "a", "b", "b", "c");
    expect(startAll(queues)).toEqual(["a0", "b3", "c5", "a1", "b4", "a2"]);
  });

  it("drop a target without messages, and return unstarted messages", () => {
    const queues = new TargetQueues(1);
    fill(queues, "a", "a", "b");
    expect(startAll(queues)).toEqual(["a0", "b2"]);
    expect(queues.drain().map(({ id }) => id)).toEqual(["a1"]);
    expect(startAll(queues)).toEqual([]);
    queues.finished("a", 10);
    queues.finished("b", 10);
    expect(queues.waitingFor("a")).toBe(0);
    fill(queues, "a");
    expect(startAll(queues)).toEqual(["a0"]);
  });

  it("defer messages approximately until their turn, in order and at most by the limit", () => {
    const queues = new TargetQueues(2);
    fill(queues, "a", "a", "a", "a", "a", "a");
    startAll(queues);
    for (let n = 0; n < 60; n += 1) {
      queues.finished("a", 100);
      fill(queues, "a");
      startAll(queues);
    }
    // Two run at a time and take 100 ms each, so one starts every 50 ms after the four that are already waiting.
    expect(queues.deferMs("a", 1_000, 60_000)).toBeCloseTo(250, 0);
    expect(queues.deferMs("a", 1_000, 60_000)).toBeCloseTo(300, 0);
    expect(queues.deferMs("a", 1_000, 320)).toBe(320);
    expect(queues.deferMs("unknown", 1_000, 320)).toBe(0);
  });
});

describe("messages that wait", () => {
  afterEach(() => void vi.useRealTimers());

  it("count unless their target has finished nothing for a while", () => {
    vi.useFakeTimers();
    const queues = new TargetQueues(1);
    fill(queues, "stuck", "stuck", "stuck", "moving", "moving");
    startAll(queues);
    expect(queues.hasWaiting(3)).toBe(true);
    expect(queues.hasWaiting(4)).toBe(false);
    vi.advanceTimersByTime(300);
    expect(queues.hasWaiting(1)).toBe(false);
    queues.finished("moving", 300);
    expect(queues.hasWaiting(1)).toBe(true);
    startAll(queues);
    fill(queues, "moving");
    expect(queues.hasWaiting(1)).toBe(true);
    expect(queues.hasWaiting(2)).toBe(false);
  });
});

describe("the delay before the next attempt", () => {
  it("doubles from 2 s to 1 h, minus up to half of it at random", () => {
    expect([1, 2, 3, 4].map((attempt) => retryDelayMs(attempt, 0))).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect([1, 2, 3, 4].map((attempt) => retryDelayMs(attempt, 1))).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(retryDelayMs(12, 0)).toBe(3_600_000);
    expect(retryDelayMs(1_000, 0)).toBe(3_600_000);
  });
});
