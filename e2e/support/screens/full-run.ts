/** Set by `npm run soak -- screens`: every state of every screen in every language, not one state per route and viewer. */
export const isFullRun = process.env["ALL_SCREENS"] === "on";
