import { idempotencyKeyMs } from "@praxisportal/contract/limits";

/** Maximum number of offline changes that a user may have waiting. */
export const pendingSyncsMax = 50;
/** Time for which an offline change is kept. It is the time for which the server recognizes a repeated attempt. */
export const pendingSyncMs = idempotencyKeyMs;
/** Time for which a login attempt waits for the server. */
export const pendingLoginMs = 120_000;
