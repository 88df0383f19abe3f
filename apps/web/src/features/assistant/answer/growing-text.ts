/** Longest placeholder that is waited for; what is longer is no placeholder. */
const placeholderMax = 50;

/**
 * The part of a growing answer that can be shown: a placeholder of which only the beginning has come is held back, so
 * that nobody sees it turn into a name.
 */
export function showable(raw: string): string {
  const open = raw.lastIndexOf("[");
  if (open === -1 || raw.length - open > placeholderMax || raw.includes("]", open)) return raw;
  // A bracket may be escaped by the character before it.
  return raw.slice(0, raw[open - 1] === "\\" ? open - 1 : open);
}

const sentenceEnd = /[.!?…:]["“”»)]*(?=\s)|\n/g;

/** Where the last whole sentence behind `from` ends; `from` when there is none yet. */
export function sentencesUntil(text: string, from: number): number {
  let until = from;
  for (const match of text.slice(from).matchAll(sentenceEnd)) until = from + match.index + match[0].length;
  return until;
}
