/**
 * Set by `npm run soak -- screens`, which checks every state of every screen in every language instead of one
 * state per route and viewer.
 */
export const isFullRun = process.env["ALL_SCREENS"] === "on";

/** The themes in which a journey runs as a whole; the scan of the screens checks both of them in every run. */
export const journeyThemes = isFullRun ? (["light", "dark"] as const) : (["dark"] as const);
