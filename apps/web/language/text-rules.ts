import type { CatalogueText } from "./catalogue-texts.ts";

/** Names of arguments that are counts. */
const countArgument = /\{\s*(count|total|days|hours|minutes|seconds|people|entries|number)\s*\}/;

const quotes: Readonly<Record<CatalogueText["language"], RegExp>> = {
  // Only „…“ is allowed, which the Swiss overlay converts to «…».
  de: /["”«»]|(?<!„[^“]*)“/,
  en: /["„«»]/,
  fr: /["„“”]/,
  it: /["„]/,
};

/** End of a sentence before another one. Shorter words before the dot are abbreviations. */
const severalSentences = /\p{L}{4,}[)“”»]?[.?!]\s+[„“«]?\s?\p{Lu}/u;
/** End of a sentence, which is a punctuation mark, a value, an address or markup. */
const sentenceEnd = /(?:[.?!…:][“”»)]?|\}(?:\/[a-z/-]+)?|>)$/;
/**
 * Keys of errors that are displayed alone, which are errors of the server and of form fields. Other faults are reasons
 * in a list.
 */
const shortErrors =
  /(?:^|\.)(?:errors?|validation)\.|(?:[a-z](?:Invalid|Missing|Needed)|(?:^|\.)(?:invalid|missing|wrong|bsnr|nbsnr))$/;
const listedFaults = /^(?:aiFaults|aiTestFailures|fault)\./;

/**
 * Checks the end of a text. Several sentences end with a punctuation mark. An error of one sentence has no full stop,
 * because it may be only a few words.
 */
function endFinding({ key, text }: CatalogueText): string | undefined {
  if (severalSentences.test(text))
    return sentenceEnd.test(text) ? undefined : "several sentences without a full stop at the end";
  return shortErrors.test(key) && !listedFaults.test(key) && /^(?!.*[.?!]\s).*\.$/su.test(text)
    ? "an error of one sentence with a full stop"
    : undefined;
}

/** Returns a finding about the form of a text, or undefined if there is none. */
export function formFinding(entry: CatalogueText): string | undefined {
  const { language, path, text } = entry;
  // Plural branches such as `other {seconds}` contain words, not arguments.
  const outside = text.replaceAll(/\b(?:zero|one|two|few|many|other)\s*\{[^}]*\}/g, "");
  const argument = countArgument.exec(outside)?.[1];
  if (argument !== undefined && /\p{L}/u.test(text.replaceAll(/\{[^}]*\}/g, "")))
    return `{${argument}} counts something: write it as a plural, or as {${argument}, number} where no word depends on it`;
  const plural = /\{\s*\w+\s*,\s*plural\s*,([^]*)\}/.exec(text)?.[1];
  if (plural !== undefined && !(/\bone\s*\{/.test(plural) || /=1\s*\{/.test(plural)))
    return "the plural has no form for one";
  const quote = quotes[language].exec(text.replaceAll(/<[^>]*>/g, ""))?.[0];
  if (quote !== undefined) return `${quote} is not a quotation mark of this language`;
  if (/\p{L}'(?!')/u.test(text)) return "a straight apostrophe instead of ’";
  if (/\.\.\./.test(text)) return "three dots instead of …";
  if (/ {2}|^\s|\s$/.test(text)) return "a superfluous space";
  // The server's texts are those of documents, which have no component for such a line.
  if (path.startsWith("apps/web/") && /\s·\s/.test(text))
    return "a dot between details: declare each detail as a text of its own, for `Dotted`";
  return endFinding(entry);
}
