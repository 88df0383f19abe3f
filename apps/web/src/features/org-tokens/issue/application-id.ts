import { transliterate } from "@praxisportal/contract/username";

/** Returns whether `text` is a valid application id. Duplicates the contract's rule, and a test compares the two. */
export function isApplicationId(text: string): boolean {
  return text.length <= 100 && /^[A-Za-z0-9][\w.:-]*$/.test(text);
}

/**
 * Derives an id from a name: "Kasse am Empfang" gives "kasse-am-empfang". Returns an empty text if the name has no
 * usable characters.
 */
export function applicationIdOf(name: string): string {
  return transliterate(name)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 100)
    .replace(/^-+|-+$/g, "");
}
