import type { AccessLevel, RightsArea } from "./rights.ts";

/** Word for a level of access. The highest level of the AI assistant is "use", of other areas "change". */
export type LevelWord = AccessLevel | "use";

/** Returns the word for a level of an area, so that every screen uses the same word for the same right. */
export function levelWord(area: RightsArea, level: AccessLevel): LevelWord {
  if (level !== "change") return level;
  if (area === "ai") return "use";
  // The content of these areas cannot be changed, even if a platform account has the highest level.
  return area === "audit" || area === "usage" ? "view" : "change";
}
