const token = / ?[\p{L}\p{M}]{1,5}|\p{N}{1,3}|[\r\n]+|\P{L}/gu;

/**
 * Splits a text into what this server counts as tokens; joined, they give the text again. A blank is part of
 * the word or sign that follows it.
 */
export function tokensOf(text: string): string[] {
  const pieces: string[] = [];
  let blank = "";
  for (const [piece] of text.matchAll(token)) {
    if (piece === " " && blank === "") {
      blank = " ";
      continue;
    }
    pieces.push(blank + piece);
    blank = "";
  }
  if (blank !== "") pieces.push(`${pieces.pop() ?? ""}${blank}`);
  return pieces;
}
