import type { Region } from "./languages.ts";
import type { MessageTree } from "./merge-fallback.ts";

type Replacement = readonly [found: RegExp, instead: string];

/**
 * What German words become in a country. Only words and marks that cannot stand in an argument's name, so that a
 * text stays readable as a message; "Praxis" and "Ordination" have one gender, so no sentence changes around them.
 */
const replacements: Readonly<Record<Region, readonly Replacement[]>> = {
  DE: [],
  AT: [
    [/Praxen/g, "Ordinationen"],
    // The product keeps its name.
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

/** In a built page a text with arguments is a nested list; its strings are worded like any other. */
function word(part: unknown, all: readonly Replacement[]): unknown {
  if (typeof part === "string")
    return all.reduce((text, [found, instead]) => text.replace(found, instead), part);
  if (Array.isArray(part)) return part.map((inner) => word(inner, all));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, word(inner, all)]));
}

/** German texts as they are written in a country: Ordination in Austria, ss and «…» in Switzerland. */
export function regionalWording(tree: MessageTree, region: Region): MessageTree {
  const all = replacements[region];
  return all.length === 0 ? tree : (word(tree, all) as MessageTree);
}
