import { setTimeout as sleep } from "node:timers/promises";

/**
 * Polls every `everyMs` until the result is neither undefined nor false.
 * @returns The result, or undefined after `timeoutMs`.
 */
export async function pollUntil<T>(
  check: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs: number,
  everyMs = 10,
): Promise<T | undefined> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const result = await check();
    if (result !== undefined && result !== false) return result;
    if (performance.now() >= end) return undefined;
    await sleep(everyMs);
  }
}
