const token = / ?[\p{L}\p{M}]{1,5}|\p{N}{1,3}|[\r\n]+|\P{L}/gu;

/**
 * Splits a text into what this server counts as tokens; joining them restores the text. A space belongs to the word or
 * punctuation mark that follows it.
 */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let pendingSpace = "";
  for (const [match] of text.matchAll(token)) {
    if (match === " " && pendingSpace === "") {
      pendingSpace = " ";
      continue;
    }
    tokens.push(pendingSpace + match);
    pendingSpace = "";
  }
  if (pendingSpace !== "") tokens.push(`${tokens.pop() ?? ""}${pendingSpace}`);
  return tokens;
}
