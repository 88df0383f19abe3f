import type { AccessLevel, RightsArea } from "./rights.ts";

/** Word for a level of access. The AI assistant is used; other areas are changed. */
export type LevelWord = AccessLevel | "use";

/** Returns the word for a level of an area, so that every screen has the same word for the same right. */
export function levelWord(area: RightsArea, level: AccessLevel): LevelWord {
  if (level !== "change") return level;
  if (area === "ai") return "use";
  // The content of these areas cannot be changed, even if a platform account has the highest level.
  return area === "audit" || area === "usage" ? "view" : "change";
}
