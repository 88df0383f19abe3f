import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { vi } from "vitest";
import { CallerCache } from "../src/features/auth/session/caller-cache.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

const dayMs = 86_400_000;

/**
 * Replaces the server's caller cache with one whose rows do not expire. Then a change that does not invalidate the
 * cache leaves a stale row, regardless of the duration of the test.
 */
export function disableCallerExpiry(testApp: TestApp): void {
  Object.defineProperty(testApp.app.callers, "cache", { value: new CallerCache(dayMs) });
}

/**
 * Makes four reads, after which the server uses its caller cache for this client. Throws if it does not, because a test
 * of a change with a cold cache would prove nothing about the next request.
 */
export async function warmUpCache(testApp: TestApp, client: TestClient): Promise<void> {
  const reads = vi.spyOn(testApp.app.callers.cache, "get");
  try {
    for (let read = 0; read < 4; read += 1) await client.call(getMe);
    if (reads.mock.results.at(-1)?.value === undefined) throw new Error("the caller is not cached");
  } finally {
    reads.mockRestore();
  }
}
