import type { ReactNode } from "react";

/** A word such as "E-Mail", whose first part is one letter, or a number such as "RE-2026-000329". */
const hyphenated = /(?<![\p{L}\d-])(\p{L}-\p{L}+|[A-Z]+(?:-\d+)+)/u;

/** Returns the text with short words and numbers that do not wrap after their hyphens. */
export function wholeWords(text: ReactNode): ReactNode {
  if (typeof text !== "string") return text;
  // With one capturing group, every second piece is a match.
  return text.split(hyphenated).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other identity
      <span key={index} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  );
}
