import { idempotencyKeyMs } from "@praxisportal/contract/limits";

/** How many changes that were made offline a user may have waiting. */
export const pendingSyncsMax = 50;
/** How long a change that was made offline is kept: as long as the server recognizes a repeated attempt. */
export const pendingSyncMs = idempotencyKeyMs;
/** How long a login attempt waits for the server. */
export const pendingLoginMs = 120_000;
