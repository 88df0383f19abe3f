import { vi } from "vitest";

/**
 * Repeats a check until it passes, up to 10 s, because the default of one second can be too short on a busy machine.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 });
}
