import type { AccessLevel, RightsArea } from "./rights.ts";

/** What a level of access is called: only the AI assistant is used, and not changed. */
export type LevelWord = AccessLevel | "use";

/** Returns the word for a level of an area, so that every screen has the same word for the same right. */
export function levelWord(area: RightsArea, level: AccessLevel): LevelWord {
  if (level !== "change") return level;
  if (area === "ai") return "use";
  // Nobody changes what these areas show, even where a platform account has the highest level.
  return area === "audit" || area === "usage" ? "view" : "change";
}
