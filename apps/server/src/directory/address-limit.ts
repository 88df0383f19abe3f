import type { RequestOrigin } from "../platform/request-context/request-context.ts";
import { addressRule, attemptKey, type RateLimiter } from "./rate-limiter.ts";

/** Returns a function that counts an attempt with a link of one kind against its network address. Errors: 429. */
export function addressLimit(limits: RateLimiter, kind: "link" | "setup" | "unsubscribe") {
  return async (origin: RequestOrigin): Promise<void> => {
    await limits.consume(attemptKey(kind, origin.address), addressRule, "TOO_MANY_REQUESTS");
  };
}
