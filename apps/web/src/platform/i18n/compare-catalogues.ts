import type { MessageTree } from "./merge-fallback.ts";

/** Returns all texts of a catalogue by dotted key. */
export function flattenCatalogue(tree: MessageTree, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    if (typeof value === "string") flat.set(path, value);
    else for (const [inner, text] of flattenCatalogue(value, path)) flat.set(inner, text);
  }
  return flat;
}

/** Returns the index of the brace that closes the brace at `start`, or the end of the text if it is missing. */
function closingBrace(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === "{") depth += 1;
    else if (text[index] === "}" && --depth === 0) return index;
  }
  return text.length;
}

/** Returns the texts of the branches of a plural or select, for example of `one {# Eintrag} other {# Einträge}`. */
function branchTexts(body: string): string[] {
  const texts: string[] = [];
  let index = body.indexOf("{");
  while (index !== -1) {
    const end = closingBrace(body, index);
    texts.push(body.slice(index + 1, end));
    index = body.indexOf("{", end + 1);
  }
  return texts;
}

/** Returns the arguments and tags of an ICU message with their type: "count:plural", "name", "<link>". */
export function placeholders(text: string): Set<string> {
  const names = new Set<string>();
  const plain = text.replaceAll(/'[{}<>][^']*'/g, "");
  for (const tag of plain.matchAll(/<([a-zA-Z][\w-]*)\s*\/?>/g)) names.add(`<${tag[1]}>`);
  let index = plain.indexOf("{");
  while (index !== -1) {
    const end = closingBrace(plain, index);
    const [name = "", type, ...rest] = plain.slice(index + 1, end).split(",");
    const kind = type?.trim();
    names.add(kind === undefined ? name.trim() : `${name.trim()}:${kind}`);
    if (kind === "plural" || kind === "select" || kind === "selectordinal") {
      for (const branch of branchTexts(rest.join(",")))
        for (const inner of placeholders(branch)) names.add(inner);
    }
    index = plain.indexOf("{", end + 1);
  }
  return names;
}

/**
 * Compares a catalogue with the German catalogue. Returns one line per missing key, surplus key, empty text or
 * differing placeholder, and an empty list if they agree.
 */
export function compareCatalogues(german: MessageTree, other: MessageTree): string[] {
  const expected = flattenCatalogue(german);
  const actual = flattenCatalogue(other);
  const findings: string[] = [];
  for (const [key, text] of expected) {
    const translated = actual.get(key);
    if (translated === undefined) {
      findings.push(`${key}: missing`);
      continue;
    }
    if (translated.trim() === "") findings.push(`${key}: empty`);
    const expectedPlaceholders = [...placeholders(text)].toSorted().join(" ");
    const foundPlaceholders = [...placeholders(translated)].toSorted().join(" ");
    if (expectedPlaceholders !== foundPlaceholders)
      findings.push(`${key}: placeholders "${foundPlaceholders}" instead of "${expectedPlaceholders}"`);
  }
  for (const key of actual.keys()) if (!expected.has(key)) findings.push(`${key}: not in German`);
  return findings;
}
