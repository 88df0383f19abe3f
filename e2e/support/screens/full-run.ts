/**
 * Set by `npm run soak -- screens`, which checks every state of every screen in every language instead of one
 * state per route and viewer.
 */
export const isFullRun = process.env["ALL_SCREENS"] === "on";

/** Themes in which complete journeys run. The scan of the screens checks both themes in every run. */
export const journeyThemes = isFullRun ? (["light", "dark"] as const) : (["dark"] as const);
