/** How many changes that were made offline a user may have waiting. */
export const pendingSyncsMax = 50;
/** How long a change that was made offline is kept. */
export const pendingSyncMs = 86_400_000;
/** How long a login attempt waits for the server. */
export const pendingLoginMs = 120_000;
