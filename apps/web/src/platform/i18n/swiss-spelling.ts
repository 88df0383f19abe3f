import type { MessageTree } from "./merge-fallback.ts";

/** German texts as they are written in Switzerland: ss for ß. Placeholders contain no ß, so ICU is safe. */
export function swissSpelling(tree: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, text]) => [
      key,
      typeof text === "string" ? text.replaceAll("ß", "ss") : swissSpelling(text),
    ]),
  );
}
