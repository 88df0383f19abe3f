import type { MessageTree } from "./merge-fallback.ts";

/** In a built page a text with arguments is a nested list; its strings are spelled like any other. */
function spell(part: unknown): unknown {
  if (typeof part === "string") return part.replaceAll("ß", "ss");
  if (Array.isArray(part)) return part.map(spell);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, spell(inner)]));
}

/** German texts as they are written in Switzerland: ss for ß. Names of arguments contain no ß, so ICU is safe. */
export function swissSpelling(tree: MessageTree): MessageTree {
  return spell(tree) as MessageTree;
}
