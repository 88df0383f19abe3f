import { vi } from "vitest";

/** Repeats a check until it passes, up to 10 s: on a busy machine one second, the default, can be too short. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 });
}
