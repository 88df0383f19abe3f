import type { CatalogueText } from "./catalogue-texts.ts";

/** Names of arguments that are counts. */
const countArgument = /\{\s*(count|total|days|hours|minutes|seconds|people|entries|number)\s*\}/;

const quotes: Readonly<Record<CatalogueText["language"], RegExp>> = {
  // Only „…“; the Swiss overlay converts them to «…».
  de: /["”«»]|(?<!„[^“]*)“/,
  en: /["„«»]/,
  fr: /["„“”]/,
  it: /["„]/,
};

/** Returns what is wrong with the form of a text; undefined if nothing is. */
export function formFinding({ language, text }: CatalogueText): string | undefined {
  // Plural branches contain words, not arguments: `other {seconds}`.
  const outside = text.replaceAll(/\b(?:zero|one|two|few|many|other)\s*\{[^}]*\}/g, "");
  const argument = countArgument.exec(outside)?.[1];
  if (argument !== undefined && /\p{L}/u.test(text.replaceAll(/\{[^}]*\}/g, "")))
    return `{${argument}} counts something: write it as a plural, or as {${argument}, number} where no word depends on it`;
  const plural = /\{\s*\w+\s*,\s*plural\s*,([^]*)\}/.exec(text)?.[1];
  if (plural !== undefined && !(/\bone\s*\{/.test(plural) || /=1\s*\{/.test(plural)))
    return "the plural has no form for one";
  const quote = quotes[language].exec(text.replaceAll(/<[^>]*>/g, ""))?.[0];
  if (quote !== undefined) return `${quote} is no quotation mark of this language`;
  if (/\p{L}'(?!')/u.test(text)) return "a straight apostrophe instead of ’";
  if (/\.\.\./.test(text)) return "three dots instead of …";
  if (/ {2}|^\s|\s$/.test(text)) return "a space too many";
  return undefined;
}
