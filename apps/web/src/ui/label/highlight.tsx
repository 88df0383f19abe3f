/** Highlights every occurrence of the search word in the text, case-insensitively. */
export function Highlight({ text, search }: { text: string; search: string }) {
  const word = search.trim();
  if (word === "") return text;
  const segments = splitAt(text, word);
  return (
    <>
      {segments.map((part, index) =>
        part.hit ? (
          // The parts of one text have no identity other than their index.
          // oxlint-disable-next-line react/no-array-index-key
          <mark key={index} className="rounded-r-1 bg-accent-soft font-strong text-accent-text">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </>
  );
}

/** Splits the text into pieces that join to the same text. */
export function splitAt(text: string, word: string): { text: string; hit: boolean }[] {
  if (word === "") return [{ text, hit: false }];
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // With one capturing group every second piece is a match.
  return text
    .split(new RegExp(`(${literal})`, "giu"))
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}
