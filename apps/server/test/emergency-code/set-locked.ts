import { attemptKey } from "../../src/directory/rate-limiter.ts";
import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";

/** Locks a person like ten wrong passwords, but without computing ten slow hashes. */
export async function setLocked(testApp: TestApp, personId: string): Promise<void> {
  const now = testApp.clock.now();
  const until = new Date(now.getTime() + 15 * 60_000);
  await queryRows(
    testApp,
    `insert into attempt_limit (key, failures, window_ends_at, locked_until, lock_level, updated_at)
     values ($1, 10, $2, $2, 1, $3) on conflict (key) do update set locked_until = excluded.locked_until`,
    [attemptKey("person", personId), until, now],
  );
}
