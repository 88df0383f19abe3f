import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { throttle } from "./throttle.ts";

describe("throttle", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("see R2.4-08 runs the first call at once and combines the following calls into one run", () => {
    const read = vi.fn<() => void>();
    const throttled = throttle(read, 1000);
    for (let event = 0; event < 50; event += 1) throttled();
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(999);
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(read).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(60_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("see R2.4-08 runs at most once per interval and does not miss a change", () => {
    const read = vi.fn<() => void>();
    const throttled = throttle(read, 1000);
    for (let step = 0; step < 100; step += 1) {
      throttled();
      vi.advanceTimersByTime(100);
    }
    expect(read.mock.calls.length).toBeLessThanOrEqual(11);
    const before = read.mock.calls.length;
    vi.advanceTimersByTime(5000);
    throttled();
    expect(read.mock.calls.length).toBeGreaterThan(before);
  });
});
