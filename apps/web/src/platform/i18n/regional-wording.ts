import type { Region } from "./languages.ts";
import type { MessageTree } from "./merge-fallback.ts";

type Replacement = readonly [pattern: RegExp, replacement: string];

/**
 * Regional replacements of German words. Limited to words and characters that cannot occur in an argument's name, so
 * that a text remains a valid message. "Praxis" and "Ordination" have the same gender, so the surrounding sentence
 * stays correct.
 */
const replacements: Readonly<Record<Region, readonly Replacement[]>> = {
  DE: [],
  AT: [
    [/Praxen/g, "Ordinationen"],
    // The product name is not replaced.
    [/Praxis(?!portal)(?=-|\p{Ll})/gu, "Ordinations"],
    [/Praxis(?!portal)/g, "Ordination"],
    [/(?<=\p{L})praxis(?!\p{L})/gu, "ordination"],
    [/(?<!\p{L})MFA(?!\p{L})/gu, "Ordinationsassistenz"],
  ],
  CH: [
    [/ß/g, "ss"],
    [/„/g, "«"],
    [/“/g, "»"],
    [/(?<!\p{L})MFA(?!\p{L})/gu, "MPA"],
    [/(?<!\p{L})Praxismanager:in(?!\p{L})/gu, "MPK"],
  ],
};

/**
 * Replaces words in a text. In the build, a text with arguments is a nested list, whose strings are replaced like any
 * other.
 */
function replaceWords(part: unknown, wordReplacements: readonly Replacement[]): unknown {
  if (typeof part === "string")
    return wordReplacements.reduce(
      (text, [pattern, replacement]) => text.replace(pattern, replacement),
      part,
    );
  if (Array.isArray(part)) return part.map((inner) => replaceWords(inner, wordReplacements));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, inner]) => [key, replaceWords(inner, wordReplacements)]),
  );
}

/** Returns German texts in the wording of a country: Ordination in Austria, ss and «…» in Switzerland. */
export function regionalWording(tree: MessageTree, region: Region): MessageTree {
  const wordReplacements = replacements[region];
  return wordReplacements.length === 0 ? tree : (replaceWords(tree, wordReplacements) as MessageTree);
}
