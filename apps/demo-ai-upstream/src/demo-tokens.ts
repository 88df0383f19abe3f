const token = / ?[\p{L}\p{M}]{1,5}|\p{N}{1,3}|[\r\n]+|\P{L}/gu;

/**
 * The pieces of a text that this server counts as tokens; together they are the text. Blanks are no token of their own
 * where a word or a sign follows.
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
