/** Maximum length of a placeholder. Longer text is not held back. */
const placeholderMax = 50;

/**
 * Returns the part of a growing answer that can be shown. Holds back an incomplete placeholder, so that the
 * user does not see it turn into a name.
 */
export function visiblePart(raw: string): string {
  const open = raw.lastIndexOf("[");
  if (open === -1 || raw.length - open > placeholderMax || raw.includes("]", open)) return raw;
  // The bracket may be escaped.
  return raw.slice(0, raw[open - 1] === "\\" ? open - 1 : open);
}

const sentenceEnd = /[.!?…:]["“”»)]*(?=\s)|\n/g;

/** Returns the end of the last complete sentence after `from`, or `from` when there is none yet. */
export function sentencesUntil(text: string, from: number): number {
  let endIndex = from;
  for (const match of text.slice(from).matchAll(sentenceEnd)) endIndex = from + match.index + match[0].length;
  return endIndex;
}
