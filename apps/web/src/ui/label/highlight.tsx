/** Highlights every occurrence of the search word in the text, case-insensitively. */
export function Highlight({ text, search }: { text: string; search: string }) {
  const word = search.trim();
  if (word === "") return text;
  const segments = splitAt(text, word);
  return (
    <>
      {segments.map((part) =>
        part.hit ? (
          <mark key={part.start} className="rounded-r-1 bg-accent-soft font-strong text-accent-text">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </>
  );
}

/** Splits the text into pieces that can be joined to the same text. `start` is their position in it. */
export function splitAt(text: string, word: string): { text: string; hit: boolean; start: number }[] {
  if (word === "") return [{ text, hit: false, start: 0 }];
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  let end = 0;
  // With one capturing group, every second piece is a match.
  return text
    .split(new RegExp(`(${literal})`, "giu"))
    .map((piece, index) => {
      const start = end;
      end += piece.length;
      return { text: piece, hit: index % 2 === 1, start };
    })
    .filter((piece) => piece.text !== "");
}
